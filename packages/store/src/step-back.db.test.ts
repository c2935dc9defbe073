import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { putFreshPostgres } from '@countinghouse/testkit/fresh-postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, connect, openPool, type Pool, type Where } from './connection.ts';
import { type Embedded, startEmbedded } from './embedded/postgres.ts';
import { ownLoginsAt } from './logins.ts';
import { NICENESS, stepBackSession } from './step-back.ts';

const home = mkdtempSync(path.join(os.tmpdir(), 'countinghouse-step-back-'));
let server: Embedded;
beforeAll(async () => {
  await putFreshPostgres(path.join(home, 'pg'));
  server = await startEmbedded({ dataDir: path.join(home, 'pg'), durable: false, ownLogins: true });
}, 120_000);
afterAll(async () => {
  await server.stop();
  rmSync(home, { recursive: true, force: true });
});

/** The niceness of a session by itself, and among the sessions of Linux where these count. */
async function nicenessOf(client: Client | Pool): Promise<{ readonly own: number; readonly group: number | null }> {
  const found = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const pid = found.rows[0]?.pid ?? 0;
  const group = `/proc/${pid}/autogroup`;
  return { own: os.getPriority(pid), group: existsSync(group) ? Number(readFileSync(group, 'utf8').split(' nice ')[1]) : null };
}

const owner = (): Where => ownLoginsAt(server);
const groupsCount = existsSync('/proc/self/autogroup');
const BEHIND = { own: NICENESS, group: groupsCount ? NICENESS : null };
const USUAL = { own: os.getPriority(), group: groupsCount ? 0 : null };

test.skipIf(process.platform !== 'linux')('the connections of a pool that steps back are answered behind those of others', async () => {
  const [usual, behind] = [openPool(owner(), 'owner'), openPool(owner(), 'owner', { stepsBack: true })];
  try {
    expect(await nicenessOf(usual)).toEqual(USUAL);
    expect(await nicenessOf(behind)).toEqual(BEHIND);
  } finally {
    await Promise.all([usual.end(), behind.end()]);
  }
});

test.skipIf(process.platform !== 'linux')('so is a connection by itself, but not to a database that may be elsewhere', async () => {
  const [behind, elsewhere] = [
    await connect(owner(), 'owner', { stepsBack: true }),
    await connect({ ...ownLoginsAt(server), ownLogins: false }, 'login', { stepsBack: true }),
  ];
  try {
    expect(await nicenessOf(behind)).toEqual(BEHIND);
    expect(await nicenessOf(elsewhere)).toEqual(USUAL);
  } finally {
    await Promise.all([behind.end(), elsewhere.end()]);
  }
});

test('a process that is no session of PostgreSQL stays as quick as it was', () => {
  const before = os.getPriority(process.pid);
  stepBackSession(process.pid);
  stepBackSession(2 ** 30);
  expect(os.getPriority(process.pid)).toBe(before);
});
