// Who enters the embedded database, a new one and one of an earlier version, also where its start is killed in the middle.

import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { appendFileSync, chmodSync, cpSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { connect, nameOf, type Role, type Where } from '../connection.ts';
import { grantLogins, LOGINS, ownLoginsAt, SUPERUSER } from '../logins.ts';
import { migrate } from '../migrate.ts';
import { isClosed } from './access.ts';
import { type Embedded, startEmbedded } from './postgres.ts';
import { readPidFile } from './predecessor.ts';

const LONG = 120_000;
const REFUSED = '28000';
const tenantId = randomUUID();

const home = mkdtempSync(path.join(os.tmpdir(), 'countinghouse-access-'));
/** As an earlier version left it: everything in it was made, and is owned, by the superuser. */
const former = path.join(home, 'former', 'pg');
beforeAll(async () => {
  const server = await startEmbedded({ dataDir: former, durable: false });
  const client = await connect({ ...ownLoginsAt(server), user: SUPERUSER }, 'login', { statement_timeout: 0 });
  await migrate(client);
  await client.query(`
    create role countinghouse_auth nosuperuser nobypassrls nocreatedb nocreaterole;
    alter role countinghouse_reader login;
    alter role countinghouse_writer login;
    alter role countinghouse_auth login`);
  await grantLogins(client);
  await client.query(`insert into chain_heads values ('${tenantId}', 0, 'hash', now())`);
  await client.end();
  await server.stop();
}, LONG);
afterAll(() => rmSync(home, { recursive: true, force: true }));

const placeOf = (name: string): string => path.join(mkdtempSync(path.join(home, `${name}-`)), 'pg');

function copyOfFormer(name: string): string {
  const dataDir = placeOf(name);
  cpSync(former, dataDir, { recursive: true });
  chmodSync(dataDir, 0o700);
  return dataDir;
}

async function start(dataDir: string, settings: Readonly<Record<string, string>> = {}): Promise<Embedded> {
  const server = await startEmbedded({ dataDir, durable: false, ownLogins: true, settings });
  onTestFinished(() => server.stop());
  return server;
}

/** As whom somebody is let in, or the code of the refusal. */
async function enter(where: Where, role: Role): Promise<string> {
  try {
    const client = await connect(where, role);
    const found = await client.query<{ who: string }>('select session_user as who');
    await client.end();
    return found.rows[0]?.who ?? '';
  } catch (error) {
    return String((error as { readonly code?: string }).code);
  }
}

async function expectClosed(server: Embedded): Promise<void> {
  const where = ownLoginsAt(server);
  expect(await enter({ ...where, user: SUPERUSER }, 'login')).toBe(REFUSED);
  for (const login of LOGINS) expect(await enter(where, login)).toBe(nameOf(login));
  // The other databases of it, where who owns the tables of ours has nothing to do.
  expect(await enter({ ...where, database: 'template1' }, 'owner')).toBe(REFUSED);
}

/** What a superuser owns in the schemas that are not PostgreSQL's own, and the database, if it does. */
async function listOfSuperusers(server: Embedded): Promise<readonly string[]> {
  const client = await connect(ownLoginsAt(server), 'owner');
  try {
    const found = await client.query<{ what: string }>(`
      with superusers as (select oid from pg_roles where rolsuper),
        ours as (select * from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema')
      select relname::text as what from pg_class where relnamespace in (select oid from ours) and relowner in (select oid from superusers)
      union all
      select proname from pg_proc where pronamespace in (select oid from ours) and proowner in (select oid from superusers)
      union all
      select typname from pg_type where typnamespace in (select oid from ours) and typowner in (select oid from superusers)
      union all
      select nspname from ours where nspowner in (select oid from superusers)
      union all
      select datname from pg_database where datname = current_database() and datdba in (select oid from superusers)`);
    return found.rows.map((row) => row.what);
  } finally {
    await client.end();
  }
}

/** The work of the owner and of the others on a database that was handed over. */
async function expectToWork(server: Embedded): Promise<void> {
  const where = ownLoginsAt(server);
  const owner = await connect(where, 'owner');
  const writer = await connect(where, 'writer');
  try {
    expect(await migrate(owner)).toEqual([]);
    await grantLogins(owner);
    await owner.query('begin; alter table events add column later text; create schema later; rollback');
    expect((await writer.query('select tenant_id from chain_heads')).rows).toEqual([{ tenant_id: tenantId }]);
    await owner.query('create temporary table shadow (like postings including all)');
  } finally {
    await Promise.all([owner.end(), writer.end()]);
  }
}

/** Users whose sessions began since then, of the log of PostgreSQL. */
const enteredIn = (log: string): readonly string[] => [
  ...new Set([...log.matchAll(/connection authorized: user=(\w+)/g)].map((m) => m[1] ?? '')),
];

test('a new database lets its logins in and no superuser, and the next starts take none', { timeout: LONG }, async () => {
  const dataDir = placeOf('new');
  const server = await start(dataDir);
  await expectClosed(server);
  const owner = await connect(ownLoginsAt(server), 'owner');
  expect(await migrate(owner)).toContain('0001-ledger');
  await grantLogins(owner);
  await owner.end();
  expect(await listOfSuperusers(server)).toEqual([]);
  await server.stop();
  const log = path.join(path.dirname(dataDir), 'postgres.log');
  const from = statSync(log).size;
  const again = await start(dataDir, { log_connections: 'all' });
  expect(await listOfSuperusers(again)).toEqual([]);
  expect(enteredIn(readFileSync(log, 'utf8').slice(from))).toEqual([nameOf('owner')]);
  await expectClosed(again);
});

test('a database of an earlier version is handed to its owner', { timeout: LONG }, async () => {
  const dataDir = copyOfFormer('earlier');
  const server = await start(dataDir);
  await expectClosed(server);
  expect(await listOfSuperusers(server)).toEqual([]);
  await expectToWork(server);
});

test('rules that somebody added are not kept: with them a superuser could enter', { timeout: LONG }, async () => {
  const dataDir = placeOf('added');
  await (await start(dataDir)).stop();
  appendFileSync(path.join(dataDir, 'pg_hba.conf'), 'local all all trust\n');
  await expectClosed(await start(dataDir));
});

test('a start that is killed while it hands over leaves it to the next', { timeout: 2 * LONG }, async () => {
  const TRIES = process.env['LONG'] === undefined ? 6 : 40;
  let inTheMiddle = 0;
  for (let n = 0; n < TRIES; n++) {
    const dataDir = copyOfFormer('killed');
    const script = `
      import { startEmbedded } from ${JSON.stringify(new URL('./postgres.ts', import.meta.url).href)};
      await startEmbedded({ dataDir: ${JSON.stringify(dataDir)}, durable: false, ownLogins: true });
      setInterval(() => {}, 1000);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'ignore' });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    const rules = () => readFileSync(path.join(dataDir, 'pg_hba.conf'), 'utf8');
    const before = rules();
    while (rules() === before && child.exitCode === null) await sleep(1);
    while (!isReady(dataDir) && child.exitCode === null) await sleep(1);
    expect(child.exitCode).toBe(null);
    await sleep((n * 37) % 60);
    child.kill('SIGKILL');
    await ended;
    if (!isClosed(dataDir)) inTheMiddle += 1;
    const server = await startEmbedded({ dataDir, durable: false, ownLogins: true });
    try {
      await expectClosed(server);
      expect(await listOfSuperusers(server)).toEqual([]);
      await expectToWork(server);
    } finally {
      await server.stop();
      rmSync(path.dirname(dataDir), { recursive: true, force: true });
    }
  }
  expect(inTheMiddle).toBeGreaterThan(0);
});

const isReady = (dataDir: string): boolean => readPidFile(dataDir)?.status === 'ready';
