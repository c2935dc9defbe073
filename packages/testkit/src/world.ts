// A server of its own, started on an empty data directory, with people, organisations and accounts made through its routes.

import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openPool, type Pool, type Where } from '@countinghouse/store/connection';
import { Caller, okBody } from './caller.ts';
import { putFreshPostgres } from './fresh-postgres.ts';
import { databaseOf, findFreePort, type ServerProcess, startServer } from './server-process.ts';
import { findFaults } from './soundness.ts';

const SOCKETS_MAX = 128;
const SETUP_TOGETHER = 16;
/** Every organisation begins with these. */
const FIRST_CURRENCIES: ReadonlySet<string> = new Set(['USD', 'EUR']);
const LOOK_MS = 1_000;
const BUSY = 503;
const CHECKED_WITHIN_MS = 600_000;

export interface Organisation {
  readonly tenantId: string;
  readonly fxSnapshotId: string;
  readonly glAccountId: string;
  /** Account codes by currency, in the order they were made. */
  readonly accounts: ReadonlyMap<string, readonly string[]>;
  readonly caller: Caller;
}

/** An organisation to be made: so many accounts in each currency, which may or may not go below zero. */
export interface Wanted {
  readonly currencies: readonly string[];
  readonly accountsEach: number;
  readonly floor?: 'none' | 'zero';
}

export interface World {
  readonly url: string;
  /** The server as it runs now; null where one was given. */
  server(): ServerProcess | null;
  /** Whether its database can be looked into. */
  readonly isOpen: boolean;
  /** Starts the server again after it ended, and answers once it is ready; false when that took longer than `withinMs`. */
  restart(withinMs: number): Promise<boolean>;
  makeOrganisation(wanted: Wanted): Promise<Organisation>;
  /** What is wrong with an organisation's ledger, by the health route and, where the database can be looked into, by the store's checks. */
  check(organisation: Organisation): Promise<readonly string[]>;
  /** Runs a query on the database, as who sees all organisations. */
  query<T extends Record<string, unknown>>(sql: string, values: readonly unknown[]): Promise<readonly T[]>;
  close(): Promise<void>;
}

/** A server that runs already; with `where`, its database can be looked into. */
export interface Given {
  readonly url: string;
  readonly where?: Where;
}

/** Starts a server, with `settings` beside its own and its data below `around`, or uses the one that is given. */
export async function openWorld(
  given: Given | null = null,
  settings: Readonly<Record<string, string>> = {},
  around = os.tmpdir(),
): Promise<World> {
  const home = mkdtempSync(path.join(around, 'world-'));
  const agent = new http.Agent({ keepAlive: true, maxSockets: SOCKETS_MAX });
  const port = await findFreePort();
  const environment: Readonly<Record<string, string>> = { DEMO: '0', SIGN_UP: 'open', ...settings };
  if (given === null && environment['DATABASE_URL'] === undefined) await putFreshPostgres(path.join(home, 'pg'));
  let server = given === null ? await startServer(home, port, environment) : null;
  const url = given?.url ?? `http://127.0.0.1:${port}`;
  const nobody = new Caller(url, agent);
  if (server !== null && !(await server.ready())) {
    await server.end('SIGKILL');
    throw new Error(`the server did not start:\n${server.output()}`);
  }
  const person = await signUp(nobody);

  const withPools = async <T>(
    work: (pools: Parameters<typeof findFaults>[0] & { readonly writerPool: Pool }) => Promise<T>,
  ): Promise<T> => {
    const where = given === null ? databaseOf(home) : given.where;
    if (where === undefined) throw new Error('the database of this server cannot be looked into');
    const pools = {
      readerPool: openPool(where, 'reader'),
      writerPool: openPool(where, 'writer'),
      loginPool: openPool(where, 'owner', { options: '-c timezone=UTC', patienceMs: 0 }),
    };
    try {
      return await work(pools);
    } finally {
      await Promise.all([pools.readerPool.end(), pools.writerPool.end(), pools.loginPool.end()]);
    }
  };
  const isOpen = given === null || given.where !== undefined;
  return {
    url,
    server: () => server,
    isOpen,
    restart: async (withinMs) => {
      if (server === null) throw new Error('only a server of our own is started again');
      await server.exited;
      server = await startServer(home, port, environment);
      return server.ready(withinMs);
    },
    makeOrganisation: (wanted) => makeOrganisation(person, wanted),
    check: async ({ tenantId, caller }) => {
      const health = await readHealth(caller);
      const told = health['ok'] === true ? [] : [`health: ${JSON.stringify(health)}`];
      return !isOpen ? told : [...told, ...(await withPools((pools) => findFaults(pools, tenantId)))];
    },
    query: <T extends Record<string, unknown>>(sql: string, values: readonly unknown[]) =>
      withPools(async ({ writerPool }) => (await writerPool.query<T>(sql, [...values])).rows),
    close: async () => {
      agent.destroy();
      await server?.end('SIGTERM');
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** Kernel Health once all of the log was looked at: of a long one the server does that in the background. */
async function readHealth(caller: Caller): Promise<Readonly<Record<string, unknown>>> {
  for (const until = performance.now() + CHECKED_WITHIN_MS; ; await sleep(LOOK_MS)) {
    const answer = await caller.get('/api/v1/health');
    // A server that was busy until now answers in a moment.
    if (answer.status === BUSY && performance.now() < until) continue;
    const health = okBody(answer);
    const { complete } = health['checked'] as { readonly complete: boolean };
    if (complete || performance.now() > until) return health;
  }
}

async function signIn(nobody: Caller, { email, password }: { readonly email: string; readonly password: string }): Promise<Caller> {
  const answer = await nobody.post('/api/auth/sign-in/email', { email, password });
  okBody(answer);
  return nobody.with({ cookie: answer.cookies.join('; ') });
}

async function signUp(nobody: Caller): Promise<Caller> {
  const made = { email: `sim-${randomUUID()}@example.test`, password: randomBytes(15).toString('base64url') };
  okBody(await nobody.post('/api/auth/sign-up/email', { ...made, name: 'Simulation' }));
  return signIn(nobody, made);
}

async function makeOrganisation(person: Caller, { currencies, accountsEach, floor = 'none' }: Wanted): Promise<Organisation> {
  const tenantId = String(okBody(await person.post('/api/internal/tenants/create', { name: 'Simulation' }))['tenantId']);
  const caller = person.with({ 'x-tenant-id': tenantId });
  for (const code of currencies.filter((c) => !FIRST_CURRENCIES.has(c)))
    okBody(await caller.post('/api/internal/currencies/tenant/add', { code }));
  const gl = okBody(
    await caller.post('/api/internal/ledger-accounts/create', { code: '1000', title: 'Cash', class: 'A', normalBalance: 'DR' }),
  )['gl'] as { readonly id: string };
  const accounts = new Map(currencies.map((c) => [c, Array.from({ length: accountsEach }, (_, i) => `${c}-${i + 1}`)]));
  const wanted = [...accounts].flatMap(([currency, codes]) => codes.map((code) => ({ code, currency, ledgerAccountId: gl.id, floor })));
  while (wanted.length > 0) {
    const some = wanted.splice(0, SETUP_TOGETHER);
    await Promise.all(some.map(async (account) => okBody(await caller.post('/api/internal/accounts/create', account))));
  }
  const taken = okBody(await caller.post('/api/v1/snapshots/take', { kind: 'fx', label: 'simulation' }))['snapshot'] as {
    readonly id: string;
  };
  return { tenantId, fxSnapshotId: taken.id, glAccountId: gl.id, accounts, caller };
}
