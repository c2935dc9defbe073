// A PostgreSQL of one's own, set up as docs/operating/install.md says, word by word, in every way that it describes: the first owner is made,
// the server starts, a posting is made, and the checks that an operator has find everything in order.

import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { appendFileSync, chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { connect, type Where } from '@countinghouse/store/connection';
import { type Embedded, startEmbedded } from '@countinghouse/store/embedded/postgres';
import { Caller, okBody } from '@countinghouse/testkit/caller';
import { findFreePort, startServer } from '@countinghouse/testkit/server-process';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';

const TIMEOUT_MS = 300_000;
const program = fileURLToPath(new URL('../packages/cli/src/main.ts', import.meta.url));
const page = readFileSync(new URL('../docs/operating/install.md', import.meta.url), 'utf8');

/** Somebody's own PostgreSQL, which asks whoever is not its superuser for a password. Roles are of the whole of it: each test has one. */
let home: string;
let postgres: Embedded;
beforeEach(async () => {
  home = mkdtempSync(path.join(os.tmpdir(), 'own-'));
  chmodSync(home, 0o711);
  const access = path.join(home, 'access.conf');
  writeFileSync(access, 'local all postgres trust\nlocal all all scram-sha-256\n', { mode: 0o644 });
  postgres = await startEmbedded({
    dataDir: path.join(home, 'pg'),
    durable: false,
    settings: { hba_file: access, synchronous_commit: 'on', fsync: 'on', full_page_writes: 'on' },
  });
}, TIMEOUT_MS);
afterEach(async () => {
  await postgres.stop();
  rmSync(home, { recursive: true, force: true });
}, TIMEOUT_MS);

const agent = new http.Agent({ keepAlive: true });
beforeAll(() => expect(page).toContain('```sql'));
afterAll(() => agent.destroy());

/** Runs SQL statement by statement, as psql does: `create database` stands in no transaction. */
async function asSuperuser(sql: string, database = 'postgres'): Promise<void> {
  const where: Where = { host: postgres.host, port: postgres.port, user: 'postgres', database };
  const client = await connect(where, 'login');
  try {
    for (const statement of sql.split(';').filter((s) => s.trim() !== '')) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** The SQL of the page that begins so. */
function sqlOfPage(beginning: string): string {
  const found = [...page.matchAll(/```sql\n([\s\S]*?)```/g)].map((m) => m[1] ?? '').filter((sql) => sql.startsWith(beginning));
  expect(found.length, beginning).toBe(1);
  return found[0] ?? '';
}

const urlOf = (user: string, password: string, database: string): string =>
  `postgres://${user}:${password}@localhost/${database}?host=${encodeURIComponent(postgres.host)}`;

interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

const run = (args: readonly string[], environment: Readonly<Record<string, string>>): Promise<Ran> =>
  new Promise((resolve) => {
    const { PATH = '', HOME = '' } = process.env;
    execFile(process.execPath, [program, '--json', ...args], { env: { PATH, HOME, ...environment } }, (error, out, err) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err });
    });
  });

/** Owner, server, posting, checks: what the page promises of a database that was set up as it says. */
async function expectToWork(databaseUrl: string): Promise<void> {
  const dataDir = path.join(home, 'data');
  const settings = { DATABASE_URL: databaseUrl };
  const environment = { ...settings, DATA_DIR: dataDir };
  const made = await run(
    ['owner', 'create', '--email', 'owner@example.test', '--organisation', 'Own Books', '--currency', 'USD'],
    environment,
  );
  expect(made, made.err).toMatchObject({ code: 0 });
  const { password } = JSON.parse(made.out) as { readonly password: string };
  const server = await startServer(dataDir, await findFreePort(), settings);
  try {
    expect(await server.ready(), server.output()).toBe(true);
    await post(server.url, password);
    const replayed = await run(['replay', '--compare'], environment);
    expect(replayed, replayed.err).toMatchObject({ code: 0 });
    const looked = await run(['doctor'], environment);
    expect(looked, looked.out).toMatchObject({ code: 0 });
  } finally {
    expect(await server.end('SIGTERM'), server.output()).toBe(0);
  }
}

async function post(url: string, password: string): Promise<void> {
  const nobody = new Caller(url, agent);
  const signedIn = await nobody.post('/api/auth/sign-in/email', { email: 'owner@example.test', password });
  okBody(signedIn);
  const caller = nobody.with({ cookie: signedIn.cookies.join('; ') });
  const { currentId: tenantId } = okBody(await caller.get('/api/internal/tenants/mine'));
  const { gl } = okBody(
    await caller.post('/api/internal/ledger-accounts/create', { code: '9999', title: 'Cash', class: 'A', normalBalance: 'DR' }),
  ) as { gl: { id: string } };
  for (const code of ['ONE', 'TWO'])
    okBody(await caller.post('/api/internal/accounts/create', { code, currency: 'USD', ledgerAccountId: gl.id, floor: 'none' }));
  const { snapshot } = okBody(await caller.post('/api/v1/snapshots/take', { kind: 'fx', label: 'own' })) as { snapshot: { id: string } };
  const today = new Date().toISOString().slice(0, 10);
  const receipt = okBody(
    await caller.post('/api/v1/intents/execute', {
      intent_id: randomUUID(),
      tenant_id: tenantId,
      actor: 'web-console',
      use_case: 'manual_post',
      idem_key: randomUUID(),
      value_date: today,
      constraints: {},
      proposed_actions: [
        { debitAccount: 'ONE', creditAccount: 'TWO', amount: '5.00000000', currency: 'USD', valueDate: today, narrative: '' },
      ],
      snapshot_ids: { fx: snapshot.id },
      consent: {
        scope: ['ledger:post'],
        reference: 'own',
        granted_at: new Date(Date.now() - 1000).toISOString(),
        expires_at: new Date(Date.now() + 86_400_000).toISOString(),
      },
    }),
  );
  expect(receipt).toMatchObject({ ok: true });
  expect(okBody(await caller.get('/api/v1/health'))).toMatchObject({ ok: true });
}

test('roles that a superuser made beforehand; one that may replicate is backed up, restored and drilled as its page says', {
  timeout: TIMEOUT_MS,
}, async () => {
  await asSuperuser(sqlOfPage('create role countinghouse_reader'));
  const databaseUrl = urlOf('countinghouse', 'secret', 'countinghouse');
  await expectToWork(databaseUrl);
  const environment = { DATABASE_URL: databaseUrl, DATA_DIR: path.join(home, 'data'), DRILL_DIR: home };
  const [folder, keysFolder, to] = ['backup', 'keys', 'restored'].map((name) => path.join(home, name)) as [string, string, string];
  const backUp = () => run(['backup', '--to', folder, '--keys-to', keysFolder], environment);
  expect(await backUp()).toMatchObject({ code: 2, err: expect.stringContaining('docs/operating/backup.md') });
  const backupPage = readFileSync(new URL('../docs/operating/backup.md', import.meta.url), 'utf8');
  await asSuperuser(/```sql\n(alter role [\s\S]*?)```/.exec(backupPage)?.[1] ?? '');
  // The line of the page, for a socket.
  expect(backupPage).toContain('host replication countinghouse 10.0.0.0/8 scram-sha-256');
  appendFileSync(path.join(home, 'access.conf'), 'local replication countinghouse scram-sha-256\n');
  await asSuperuser('select pg_reload_conf()');
  const from = ['--from', folder, '--keys-from', keysFolder];
  // The rules are read by the process that listens, a moment later.
  await expect.poll(async () => (await backUp()).code, { timeout: 20_000 }).toBe(0);
  const restored = await run(['restore', ...from, '--to', to], environment);
  expect(restored, restored.err).toMatchObject({ code: 0 });
  expect(JSON.parse(restored.out)).toMatchObject({ heads: [{ tenantId: expect.any(String) }], behind: [] });
  const drilled = await run(['drill', ...from], environment);
  expect(drilled, drilled.out).toMatchObject({ code: 0 });
  expect(JSON.parse(drilled.out)).toMatchObject({ ok: true, organisations: [{ faults: [] }] });
});

test('a user who may create the roles', { timeout: TIMEOUT_MS }, async () => {
  await asSuperuser(sqlOfPage('create role countinghouse login'));
  await expectToWork(urlOf('countinghouse', 'secret', 'countinghouse'));
});

test('a superuser', { timeout: TIMEOUT_MS }, async () => {
  await asSuperuser("create role boss login superuser password 'secret'; create database countinghouse owner boss");
  await expectToWork(urlOf('boss', 'secret', 'countinghouse'));
});
