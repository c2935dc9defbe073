// The life of a server as its operator sees it: started on nothing, stopped, started again, killed half-way.

import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect, type Role } from '@countinghouse/store/connection';
import { Caller, okBody } from '@countinghouse/testkit/caller';
import { putFreshPostgres } from '@countinghouse/testkit/fresh-postgres';
import { databaseOf, databaseProcessesOf, findFreePort, type ServerProcess, startServer } from '@countinghouse/testkit/server-process';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const POLL_MS = 20;
const WAIT_MS = 50_000;
const EXIT = { asAsked: 0, otherOwner: 75, settings: 78 } as const;

let dataDir: string;
let servers: ServerProcess[];
beforeEach(() => {
  dataDir = mkdtempSync(path.join(os.tmpdir(), 'life-'));
  servers = [];
});
afterEach(async () => {
  for (const server of servers) if (server.child.exitCode === null && server.child.signalCode === null) await server.end('SIGTERM');
  rmSync(dataDir, { recursive: true, force: true });
});

async function start(settings: Readonly<Record<string, string>> = {}): Promise<ServerProcess> {
  const server = await startServer(dataDir, await findFreePort(), settings);
  servers.push(server);
  return server;
}

async function startReady(settings: Readonly<Record<string, string>> = {}): Promise<ServerProcess> {
  const server = await start(settings);
  expect(await server.ready(), server.output()).toBe(true);
  return server;
}

interface Demo {
  readonly complete: boolean;
  readonly tenantId: string;
  readonly people: readonly { readonly email: string; readonly password: string }[];
}

const demoFile = (): string => path.join(dataDir, 'demo.json');
const readDemo = (): Demo | null => (existsSync(demoFile()) ? (JSON.parse(readFileSync(demoFile(), 'utf8')) as Demo) : null);

async function waitFor<T>(look: () => Promise<T | null> | T | null): Promise<T> {
  for (const until = performance.now() + WAIT_MS; performance.now() < until; await sleep(POLL_MS)) {
    const found = await look();
    if (found !== null) return found;
  }
  throw new Error('waited in vain');
}

const demoComplete = (): Promise<Demo> =>
  waitFor(() => {
    const demo = readDemo();
    return demo?.complete === true ? demo : null;
  });

/** Less than the page that is asked for, by what may be recorded in between. */
const EVENTS_COMPARED = 400;

/** What the first of the demo's people sees: the log by hash, without what each full hour records of its anchors, and the balances. */
async function look(server: ServerProcess, { people }: Demo): Promise<{ readonly events: readonly string[]; readonly balances: unknown }> {
  const agent = new http.Agent({ keepAlive: true });
  try {
    const nobody = new Caller(server.url, agent);
    const signedIn = await nobody.post('/api/auth/sign-in/email', people[0]);
    okBody(signedIn);
    const caller = nobody.with({ cookie: signedIn.cookies.join('; ') });
    const log = okBody(await caller.get('/api/v1/events?limit=500'))['events'] as readonly {
      readonly event_type: string;
      readonly event_hash: string;
    }[];
    expect(okBody(await caller.get('/api/v1/health'))['ok']).toBe(true);
    const events = log.filter((e) => e.event_type !== 'anchors.recorded').slice(0, EVENTS_COMPARED);
    return { events: events.map((e) => e.event_hash), balances: okBody(await caller.get('/api/v1/balances'))['accounts'] };
  } finally {
    agent.destroy();
  }
}

describe('start', () => {
  test('on an empty directory is ready, with a demo whose passwords only the owner may read; either signal ends the database too, and the next start finds everything as it was', async () => {
    let server = await startReady();
    const demo = await demoComplete();
    expect(statSync(demoFile()).mode & 0o777).toBe(0o600);
    const before = await look(server, demo);
    expect(before.events.length).toBeGreaterThan(100);
    await waitFor(() => (server.output().includes(demo.people[0]?.email ?? '?') ? true : null));
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      expect(databaseProcessesOf(dataDir).length).toBeGreaterThan(0);
      expect(await server.end(signal)).toBe(EXIT.asAsked);
      expect(databaseProcessesOf(dataDir)).toEqual([]);
      server = await startReady();
      expect(await look(server, demo)).toEqual(before);
      expect(readDemo()).toEqual(demo);
    }
  });

  test('on a directory that another server owns says so, ends with 75 and does the other no harm', async () => {
    await putFreshPostgres(path.join(dataDir, 'pg'));
    const first = await startReady({ DEMO: '0' });
    const second = await start({ DEMO: '0' });
    expect(await second.exited).toBe(EXIT.otherOwner);
    expect(second.output()).toMatch(/Another server owns .*stop it first, or set DATA_DIR/);
    expect(await first.ready()).toBe(true);
  });

  test('with wrong settings names each of them and ends with 78', async () => {
    const file = path.join(dataDir, 'super-token');
    writeFileSync(file, 'hush\n');
    const inFiles = { SUPER_TOKEN_FILE: file, METRICS_TOKEN_FILE: '/nowhere/metrics-token' };
    const server = await start({ PORT: 'many', SIGN_UP: 'perhaps', AUTH_SECRET: 'short', ...inFiles });
    expect(await server.exited).toBe(EXIT.settings);
    const named = [
      'PORT',
      'SIGN_UP',
      'AUTH_SECRET',
      'SUPER_TOKEN: at least',
      'METRICS_TOKEN_FILE: /nowhere/metrics-token cannot be read (ENOENT)',
    ];
    for (const name of [...named, 'docs/operating/install.md']) expect(server.output()).toContain(name);
    expect(server.output()).not.toContain('hush');
    expect(server.output()).not.toMatch(/^\s+at /m);
  });

  test('closes the data directory and what is in it to everybody else, however it was found, and says nothing of persons in the log of PostgreSQL', async () => {
    chmodSync(dataDir, 0o755);
    writeFileSync(path.join(dataDir, 'postgres.log'), '', { mode: 0o644 });
    for (const folder of ['mail', 'objects', 'keys']) {
      mkdirSync(path.join(dataDir, folder));
      chmodSync(path.join(dataDir, folder), 0o755);
    }
    const server = await startReady({ DEMO: '0' });
    const email = 'wilhelmina.private@example.test';
    const signUp = () =>
      fetch(`${server.url}/api/auth/sign-up/email`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: server.url },
        body: JSON.stringify({ email, password: 'a long enough password 1', name: 'Wilhelmina' }),
      });
    expect((await signUp()).status).toBe(200);
    await signUp();
    await query(`insert into auth.users (name, email, "emailVerified") values ('W', '${email}', false)`).catch(() => {});
    await query(`select '${email}'::uuid`).catch(() => {});
    const reset = await fetch(`${server.url}/api/auth/request-password-reset`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: server.url },
      body: JSON.stringify({ email }),
    });
    expect(reset.status).toBe(200);
    await waitFor(() => (server.output().includes('a mail is in') ? true : null));
    const found = readdirSync(dataDir, { withFileTypes: true }).filter((entry) => entry.isFile() || entry.isDirectory());
    expect(found.map(({ name }) => name)).toEqual(expect.arrayContaining(['keys', 'mail', 'objects', 'pg', 'postgres.log']));
    expect(found.map(({ name }) => name).filter((name) => (statSync(path.join(dataDir, name)).mode & 0o077) !== 0)).toEqual([]);
    // Where PostgreSQL runs as another user, that one passes through, and reads nothing.
    expect([0o700, 0o711]).toContain(statSync(dataDir).mode & 0o777);
    const log = readFileSync(path.join(dataDir, 'postgres.log'), 'utf8');
    expect(log).toContain('database system is ready');
    expect(log).not.toContain('wilhelmina');
    expect(server.output()).not.toContain('wilhelmina');
    expect(server.output()).not.toContain('token=');
  });

  test('without the demo leaves the ledger empty', async () => {
    await putFreshPostgres(path.join(dataDir, 'pg'));
    const server = await startReady({ DEMO: '0' });
    expect(await server.end('SIGTERM')).toBe(EXIT.asAsked);
    const again = await startReady({ DEMO: '0' });
    expect(existsSync(demoFile())).toBe(false);
    expect(await countIn('events')).toBe(0);
    expect(await countIn('auth.users')).toBe(0);
    expect(await again.end('SIGTERM')).toBe(EXIT.asAsked);
  });
});

describe('kill -9 while the demo is made', () => {
  beforeEach(() => putFreshPostgres(path.join(dataDir, 'pg')));
  test.for([
    ['before anybody has an account', async () => (readDemo() === null ? null : true)],
    ['when the organisation is there', async () => ((await countIn('events').catch(() => 0)) > 0 ? true : null)],
    ['when its books are there', async () => (((await countsByType().catch(() => null))?.['snapshot.taken'] ?? 0) > 1 ? true : null)],
  ] as const)('%s: the next start completes it', async ([, reached]) => {
    const server = await start();
    await waitFor(() => reached());
    expect(await server.end('SIGKILL')).toBeNull();
    const cutOff = readDemo();
    expect(cutOff?.complete, 'the kill came too late').toBe(false);
    const again = await startReady();
    const demo = await demoComplete().catch((error: Error) => {
      throw new Error(`${error.message}: ${again.output()}`);
    });
    expect(demo).toEqual({ ...cutOff, complete: true });
    const types = await countsByType();
    expect(types).toMatchObject({
      'tenant.created': 1,
      'member.added': 2,
      'snapshot.taken': 4,
      'account.created': 33,
      'period.revalued': 1,
      'gl_account.created': 39,
      'entity.created': 2,
      'party.created': 10,
    });
    expect(types['intent.executed']).toBeGreaterThan(100);
    await look(again, demo);
  });
});

async function query<T extends Record<string, unknown>>(sql: string, role: Role = 'writer'): Promise<readonly T[]> {
  const client = await connect(databaseOf(dataDir), role);
  try {
    return (await client.query<T>(sql)).rows;
  } finally {
    await client.end();
  }
}

const countIn = async (table: string): Promise<number> =>
  (await query<{ count: number }>(`select count(*) as count from ${table}`, table.startsWith('auth.') ? 'auth' : 'writer'))[0]?.count ?? 0;

async function countsByType(): Promise<Readonly<Record<string, number>>> {
  const found = await query<{ event_type: string; count: number }>('select event_type, count(*) as count from events group by event_type');
  return Object.fromEntries(found.map((r) => [r.event_type, r.count]));
}
