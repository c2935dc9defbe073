// A server in this process over a test database: real routes, real sessions, real PostgreSQL; requests are injected.

import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { RouteDef, RouteInput, RouteOk } from '@countinghouse/contract/wire';
import { buildApp } from '@countinghouse/server/app';
import { readConfig } from '@countinghouse/server/config';
import { type Opened, openServices } from '@countinghouse/server/open';
import { createPerson } from '@countinghouse/server/people';
import type { Where } from '@countinghouse/store/connection';

const PUBLIC_URL = 'http://127.0.0.1:3000';

export interface Answer<T = Record<string, unknown>> {
  readonly status: number;
  readonly body: T;
  readonly headers: Readonly<Record<string, unknown>>;
}

export interface Person {
  readonly id: string;
  readonly email: string;
  readonly password: string;
  /** Calls a route of the contract as this person. */
  call<R extends RouteDef>(route: R, input?: RouteInput<R>, headers?: Readonly<Record<string, string>>): Promise<Answer<RouteOk<R>>>;
  /** Sends anything, as this person. `payload` goes as it is when it is text or bytes. */
  send(method: string, url: string, payload?: unknown, headers?: Readonly<Record<string, string>>): Promise<Answer>;
}

export interface House {
  readonly opened: Opened;
  /** Nobody: a caller without a session. */
  readonly nobody: Pick<Person, 'call' | 'send'>;
  /** A signed-in person with an account of their own. */
  person(name?: string): Promise<Person>;
  /** Mails sent so far, oldest first. */
  mails(): readonly string[];
  close(): Promise<void>;
}

interface AnyInput {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

/** Opens the house. `environment` adds to the settings (SIGN_UP, SMTP_URL, …). */
export async function openHouse(where: Where, environment: Readonly<Record<string, string>> = {}): Promise<House> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'countinghouse-house-'));
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...environment });
  const opened = openServices(config, where, { publicUrl: PUBLIC_URL, consoleDir: null, note: () => {} });
  const app = await buildApp(opened.services);
  await app.ready();

  const caller = (cookie: string | null): Pick<Person, 'call' | 'send'> => {
    const send: Person['send'] = async (method, url, payload, headers = {}) => {
      const answer = await app.inject({
        method: method as 'POST',
        url,
        headers: {
          host: '127.0.0.1:3000',
          ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
          ...(cookie === null ? {} : { cookie }),
          ...headers,
        },
        ...(payload === undefined
          ? {}
          : { payload: typeof payload === 'string' || payload instanceof Buffer ? payload : JSON.stringify(payload) }),
      });
      const type = String(answer.headers['content-type'] ?? '');
      return { status: answer.statusCode, headers: answer.headers, body: type.includes('json') ? answer.json() : { text: answer.body } };
    };
    const call: Person['call'] = async (route, input, headers = {}) => {
      const { params = {}, query = {}, body } = (input ?? {}) as AnyInput;
      const url = route.path.replace(/:(\w+)/g, (_m, name: string) => encodeURIComponent(params[name] ?? ''));
      const search = new URLSearchParams(Object.entries(query).map(([k, v]): [string, string] => [k, String(v)])).toString();
      return (await send(route.method, search === '' ? url : `${url}?${search}`, body, headers)) as never;
    };
    return { call, send };
  };

  return {
    opened,
    nobody: caller(null),
    async person(name = 'Pat') {
      const email = `${name.toLowerCase()}-${randomUUID().slice(0, 8)}@example.test`;
      const password = randomBytes(15).toString('base64url');
      const id = await createPerson(opened.authPool, { email, name, password });
      const answer = await app.inject({
        method: 'POST',
        url: '/api/auth/sign-in/email',
        headers: { host: '127.0.0.1:3000' },
        remoteAddress: `10.${randomBytes(3).join('.')}`, // each person from an address of their own: the limit on tries is by address
        payload: { email, password },
      });
      if (answer.statusCode !== 200) throw new Error(`sign-in failed: ${answer.body}`);
      return { id, email, password, ...caller(answer.cookies.map((c) => `${c.name}=${c.value}`).join('; ')) };
    },
    mails: () => {
      try {
        return readdirSync(path.join(dataDir, 'mail'))
          .sort((a, b) => (a < b ? -1 : 1))
          .map((f) => readFileSync(path.join(dataDir, 'mail', f), 'utf8'));
      } catch {
        return [];
      }
    },
    close: async () => {
      await app.close();
      await opened.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
