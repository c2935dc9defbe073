// A server in this process over a test database: real routes, real sessions, real PostgreSQL; requests are injected.

import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { queryText } from '@countinghouse/client/query-text';
import type { RouteDef, RouteInput, RouteOk } from '@countinghouse/contract/wire';
import { buildApp } from '@countinghouse/server/app';
import { readConfig } from '@countinghouse/server/config';
import type { CallPace } from '@countinghouse/server/http/call-limits';
import { type Opened, openServices } from '@countinghouse/server/open';
import type { Aside } from '@countinghouse/server/route/aside';
import { openPool, type Pool, type Where } from '@countinghouse/store/connection';
import { countMail } from '@countinghouse/store/mail-outbox';
import { type Remote, type Request, type Response, sendTo } from './over-http.ts';

const PUBLIC_URL = 'http://127.0.0.1:3000';
const SOCKETS_MAX = 64;
const MAILED_WITHIN_MS = 15_000;
const LOOK_MS = 10;

export interface Answer<T = Record<string, unknown>> {
  readonly status: number;
  readonly body: T;
  readonly headers: Readonly<Record<string, unknown>>;
  /** Of the body, as they came. */
  readonly bytes: Buffer;
}

export interface Person {
  readonly id: string;
  readonly email: string;
  readonly password: string;
  /** Calls a route of the contract as this person. */
  call<R extends RouteDef>(route: R, input?: RouteInput<R>, headers?: Readonly<Record<string, string>>): Promise<Answer<RouteOk<R>>>;
  /** Sends anything, as this person. `payload` goes as it is when it is text or bytes. */
  send(method: string, url: string, payload?: unknown, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  /** Takes the cookies of an answer, as a browser does: they replace those of the same name. */
  adopt(answer: { readonly headers: Answer['headers'] }): void;
}

type Caller = Pick<Person, 'call' | 'send' | 'adopt'>;

export interface TestServer {
  /** With connections as whoever the database was given as: of a test database its superuser, to do there what the product never does. */
  readonly opened: Opened & { readonly loginPool: Pool };
  /** Holds its keys: a second server over the same database needs it too. */
  readonly dataDir: string;
  /** Nobody: a caller without a session. */
  readonly nobody: Caller;
  /** Somebody who is not signed in, in a browser and from an address of their own. */
  visitor(): Caller;
  /** A signed-in person with an account of their own. Who `signsUp` made it themselves: the e-mail is not verified. */
  person(name?: string, more?: { readonly email?: string; readonly signsUp?: boolean }): Promise<Person>;
  /** Signs in once more: a session beside the others of the same person. The status tells whether it worked. */
  signIn(email: string, password: string): Promise<Caller & { readonly status: number }>;
  /** One more session of a person, without a sign-in: none is hashed for it. */
  session(userId: string): Promise<Caller>;
  /** Mails sent so far, oldest first, once none waits to be sent. */
  mails(): Promise<readonly string[]>;
  /** Listens on a free loopback port as well; answers its address. */
  listen(): Promise<string>;
  close(): Promise<void>;
}

// Hashing a password is slow on purpose: everybody of a process has the one that was hashed once, and a session that the library begins.
const password = randomBytes(15).toString('base64url');
let hashedOnce: Promise<string> | null = null;

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (const end = performance.now() + MAILED_WITHIN_MS; performance.now() < end; await sleep(LOOK_MS)) if (await holds()) return;
  throw new Error('mail still waits');
}

/** The headers of a request, with an `origin` beside a cookie, as a browser has it; an empty one means that there is none. */
function whence(hasCookie: boolean, headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const { origin = hasCookie ? PUBLIC_URL : '', ...others } = headers;
  return origin === '' ? others : { ...others, origin };
}

interface AnyInput {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

/** Opens the system. `environment` adds to the settings (SIGN_UP, SMTP_URL, …); servers that share a database share a DATA_DIR, for its keys. */
export async function openTestServer(
  where: Where,
  environment: Readonly<Record<string, string>> = {},
  {
    workers = true,
    remote,
    ...more
  }: {
    readonly callPace?: CallPace /** Whether it sends mail. A server with other keys than the first of its database cannot. */;
    readonly workers?: boolean;
    /** Longer ledgers are checked in the background. */
    readonly checkInlineEventsMax?: number;
    /** Ledgers are checked on a thread, and what fails there is told here; without it in place. */
    readonly onCheckError?: (error: unknown) => void;
    /** Where calls that read much are answered; in place where there is none. */
    readonly aside?: Aside;
    /** Replicas of the database. */
    readonly replicas?: readonly Where[];
    /** The database is a standby. */
    readonly readOnly?: boolean;
    /** Every request goes to servers that run as processes on this database and DATA_DIR, with the same AUTH_SECRET; what people do past the routes is done here. */
    readonly remote?: Remote;
  } = {},
): Promise<TestServer> {
  const dataDir = environment['DATA_DIR'] ?? mkdtempSync(path.join(os.tmpdir(), 'countinghouse-test-server-'));
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...environment });
  const services = openServices(config, where, { publicUrl: PUBLIC_URL, consoleDir: null, note: () => {}, ...more });
  const loginPool = openPool(where, 'login', { max: 2 });
  const opened = {
    ...services,
    loginPool,
    close: async () => {
      await Promise.all([services.close(), loginPool.end()]);
    },
  };
  await opened.watching;
  // What is done past the routes goes through whoever leads the organisation, as everything does.
  if (remote !== undefined) await opened.joinCluster({ host: '127.0.0.1', port: 0 });
  const app = await buildApp(opened.services);
  await app.ready();
  const agent = new http.Agent({ keepAlive: true, maxSockets: SOCKETS_MAX });
  const request = (asked: Request): Promise<Response> =>
    remote === undefined ? app.inject({ ...asked, method: asked.method as 'POST' }) : sendTo(remote, agent, asked);
  if (workers) opened.services.mailWorker.start();

  const caller = (begun: string | null, remoteAddress = '127.0.0.1'): Caller => {
    let cookie = begun;
    const adopt: Person['adopt'] = ({ headers }) => {
      const jar = new Map((cookie ?? '').split('; ').map((part): [string, string] => [part.split('=')[0] ?? '', part]));
      for (const line of [headers['set-cookie'] ?? []].flat().map(String)) {
        const [pair = ''] = line.split(';');
        if (/max-age=0/i.test(line)) jar.delete(pair.split('=')[0] ?? '');
        else jar.set(pair.split('=')[0] ?? '', pair);
      }
      cookie = [...jar.values()].filter((part) => part !== '').join('; ');
    };
    const send: Person['send'] = async (method, url, payload, headers = {}) => {
      const answer = await request({
        method,
        url,
        remoteAddress,
        headers: {
          host: '127.0.0.1:3000',
          ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
          ...(cookie === null ? {} : { cookie }),
          ...whence(cookie !== null || headers['cookie'] !== undefined, headers),
        },
        ...(payload === undefined
          ? {}
          : { payload: typeof payload === 'string' || payload instanceof Buffer ? payload : JSON.stringify(payload) }),
      });
      const type = String(answer.headers['content-type'] ?? '');
      const text = answer.rawPayload.toString();
      const body = /[/+]json\b/.test(type) ? (JSON.parse(text) as Record<string, unknown>) : { text };
      return { status: answer.statusCode, headers: answer.headers, body, bytes: answer.rawPayload };
    };
    const call: Person['call'] = async (route, input, headers = {}) => {
      const { params = {}, query = {}, body } = (input ?? {}) as AnyInput;
      const url = route.path.replace(/:(\w+)/g, (_m, name: string) => encodeURIComponent(params[name] ?? ''));
      const search = queryText(query);
      return (await send(route.method, search === '' ? url : `${url}?${search}`, body, headers)) as never;
    };
    return { call, send, adopt };
  };

  // Each from an address of their own: the limits on tries are by address.
  const newAddress = (): string => `10.${randomBytes(3).join('.')}`;
  const enter = async (way: 'sign-in' | 'sign-up', payload: Readonly<Record<string, string>>) => {
    const remoteAddress = newAddress();
    const headers = { host: '127.0.0.1:3000', 'content-type': 'application/json' };
    const answer = await request({ method: 'POST', url: `/api/auth/${way}/email`, headers, remoteAddress, payload });
    const who = caller(null, remoteAddress);
    who.adopt(answer);
    return { answer, ...who };
  };

  const library = await opened.services.auth.$context;
  hashedOnce ??= library.password.hash(password);
  const hashed = await hashedOnce;
  const session = async (userId: string): Promise<Caller> => {
    const { internalAdapter, secret, authCookies } = library;
    const { token } = await internalAdapter.createSession(userId);
    const signed = `${token}.${createHmac('sha256', secret).update(token).digest('base64')}`;
    return caller(`${authCookies.sessionToken.name}=${encodeURIComponent(signed)}`, newAddress());
  };
  const knownPerson = async (name: string, email: string): Promise<Person> => {
    const id = randomUUID();
    await opened.authPool.query(
      `with u as (insert into users (id, name, email, "emailVerified") values ($1, $2, $3, true))
       insert into credentials ("accountId", "providerId", "userId", password, "updatedAt") values ($1, 'credential', $1, $4, now())`,
      [id, name, email, hashed],
    );
    return { id, email, password, ...(await session(id)) };
  };

  return {
    opened,
    dataDir,
    nobody: caller(null),
    visitor: () => caller(null, newAddress()),
    async person(name = 'Pat', { email = `${name.toLowerCase()}-${randomUUID().slice(0, 8)}@example.test`, signsUp = false } = {}) {
      if (!signsUp) return knownPerson(name, email);
      const password = randomBytes(15).toString('base64url');
      const { answer, ...who } = await enter('sign-up', { name, email, password });
      if (answer.statusCode !== 200) throw new Error(`no session for ${email}: ${answer.rawPayload.toString()}`);
      const { user } = JSON.parse(answer.rawPayload.toString()) as { readonly user: { readonly id: string } };
      return { id: user.id, email, password, ...who };
    },
    async signIn(email, password) {
      const { answer, ...who } = await enter('sign-in', { email, password });
      return { status: answer.statusCode, ...who };
    },
    session,
    mails: async () => {
      await until(async () => (await countMail(opened.services.writerPool)).waiting === 0);
      const folder = path.join(dataDir, 'mail');
      if (!existsSync(folder)) return [];
      // One that is being written, `.….part`, is renamed once it is whole.
      return readdirSync(folder)
        .filter((f) => !f.startsWith('.'))
        .sort((a, b) => (a < b ? -1 : 1))
        .map((f) => readFileSync(path.join(folder, f), 'utf8'));
    },
    listen: () => app.listen({ host: '127.0.0.1', port: 0 }),
    close: async () => {
      agent.destroy();
      await app.close();
      await opened.close();
      // One that was given is its giver's.
      if (environment['DATA_DIR'] === undefined) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
