import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { putFreshPostgres } from '@countinghouse/testkit/fresh-postgres';
import pg from 'pg';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { type KeptEmbedded, keepEmbedded } from './keep-running.ts';
import { startEmbedded } from './postgres.ts';
import { AlreadyRunning } from './predecessor.ts';

const BACK_WITHIN_MS = 10_000;

let home: string;
let notes: string[];
beforeEach(async () => {
  home = mkdtempSync(path.join(os.tmpdir(), 'countinghouse-kept-'));
  await putFreshPostgres(path.join(home, 'pg'));
  notes = [];
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

async function keep(): Promise<KeptEmbedded> {
  const kept = await keepEmbedded({ dataDir: path.join(home, 'pg'), durable: true }, (line) => notes.push(line));
  onTestFinished(() => kept.stop());
  return kept;
}

async function query(kept: KeptEmbedded, sql: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const client = new pg.Client({ host: kept.host, port: kept.port, user: 'postgres', database: 'postgres' });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end().catch(() => {});
  }
}

const pidNow = (): number => Number(readFileSync(path.join(home, 'pg', 'postmaster.pid'), 'utf8').split('\n')[0]);

test('is back at the same place each time it is killed, with what was committed', async () => {
  const kept = await keep();
  await query(kept, 'create table kept (word text)');
  for (const [times, word] of ['once', 'twice', 'thrice'].entries()) {
    await query(kept, `insert into kept values ('${word}')`);
    const dead = pidNow();
    process.kill(dead, 'SIGKILL');
    await expect.poll(() => query(kept, 'select 1 as one').catch(() => []), { timeout: BACK_WITHIN_MS }).toHaveLength(1);
    expect(pidNow()).not.toBe(dead);
    // It answers before whoever started it has noticed; killed before that it would be a start that failed.
    await expect.poll(() => notes.filter((line) => line.includes('runs again')), { timeout: BACK_WITHIN_MS }).toHaveLength(times + 1);
  }
  expect(await query(kept, 'select word from kept')).toHaveLength(3);
  expect(notes.filter((line) => line.includes('ended unexpectedly'))).toHaveLength(3);
});

test('is started again as a whole after one of its processes has crashed', async () => {
  const kept = await keep();
  const before = pidNow();
  const [victim] = await query(kept, "select pid from pg_stat_activity where backend_type = 'walwriter'");
  process.kill(Number(victim?.['pid']), 'SIGKILL');
  await expect.poll(() => notes.filter((line) => line.includes('runs again')), { timeout: BACK_WITHIN_MS }).toHaveLength(1);
  expect(pidNow()).not.toBe(before);
  expect(await query(kept, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('that was stopped stays stopped, even right after it was killed', async () => {
  const kept = await keep();
  process.kill(pidNow(), 'SIGKILL');
  await kept.stop();
  await expect(query(kept, 'select 1')).rejects.toThrow();
  const other = await startEmbedded({ dataDir: path.join(home, 'pg'), durable: true });
  await other.stop();
});

test('has an owner again after each start: nobody else may take the data directory', async () => {
  const kept = await keep();
  process.kill(pidNow(), 'SIGKILL');
  await expect.poll(() => query(kept, 'select 1 as one').catch(() => []), { timeout: BACK_WITHIN_MS }).toHaveLength(1);
  await expect.poll(() => notes.some((line) => line.includes('runs again')), { timeout: BACK_WITHIN_MS }).toBe(true);
  await expect(startEmbedded({ dataDir: path.join(home, 'pg'), durable: true })).rejects.toThrow(AlreadyRunning);
});
