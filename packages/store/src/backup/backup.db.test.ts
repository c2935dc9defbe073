// Backups of a real PostgreSQL while it is written to, restored and looked at.

import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { putFreshPostgres } from '@countinghouse/testkit/fresh-postgres';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type Client, connect, type Where } from '../connection.ts';
import { type Embedded, startEmbedded } from '../embedded/postgres.ts';
import { openObjectFolder } from '../objects/local-folder.ts';
import { archive, dropOtherSlots } from './archive.ts';
import { listBases, readFolder } from './folder.ts';
import { restoreBackup, startRestored } from './restore.ts';
import { takeBackup } from './take.ts';
import { readReached } from './wal-folder.ts';

const LONG = 120_000;
const tenantId = randomUUID();
const home = mkdtempSync(path.join(os.tmpdir(), 'countinghouse-backup-'));
const dataDir = path.join(home, 'data');
let postgres: Embedded;
let where: Extract<Where, { readonly host: string }>;
let client: Client;

beforeAll(async () => {
  mkdirSync(path.join(dataDir, 'keys'), { recursive: true });
  writeFileSync(path.join(dataDir, 'keys', 'master.key'), 'secret', { mode: 0o600 });
  await putFreshPostgres(path.join(dataDir, 'pg'));
  postgres = await startEmbedded({ dataDir: path.join(dataDir, 'pg'), durable: false });
  where = { host: postgres.host, port: postgres.port, user: 'postgres', database: 'postgres' };
  client = await connect(where, 'login', { statement_timeout: 0 });
  await client.query('create table noted (n int primary key)');
}, LONG);
afterAll(async () => {
  await client.end();
  await postgres.stop();
  rmSync(home, { recursive: true, force: true });
}, LONG);

/** A place of its own for each test: where the backup goes, its keys, and what is restored. */
function place() {
  const at = mkdtempSync(path.join(home, 'place-'));
  const target = { folder: path.join(at, 'backup'), keysFolder: path.join(at, 'keys') };
  const source = { where, dataDir, s3: null };
  let restored = 0;
  return {
    at,
    source,
    target,
    take: () => takeBackup(source, target),
    restore: (to = path.join(at, `restored-${restored++}`), until: Date | null = null) =>
      restoreBackup({ from: target.folder, keysFrom: target.keysFolder, to, at: until, s3: null }),
  };
}

let last = 0;
const note = async (): Promise<number> => {
  last += 1;
  await client.query('insert into noted values ($1)', [last]);
  return last;
};
const nowOf = async (): Promise<Date> => new Date((await client.query<{ at: string }>('select clock_timestamp() as at')).rows[0]?.at ?? '');

/** The last that was noted in a restored directory, of which none is missing; `besides`: what else is there. */
async function lastIn(dir: string, besides: readonly number[] = []): Promise<number> {
  const server = await startRestored(path.join(dir, 'pg'));
  const there = await connect({ ...where, host: server.host, port: server.port }, 'login');
  try {
    const found = await there.query<{ n: number }>('select n from noted order by n');
    const all = found.rows.map((row) => row.n);
    expect(all.slice(all.length - besides.length)).toEqual(besides);
    const counted = all.slice(0, all.length - besides.length);
    expect(counted.length).toBe(counted.at(-1) ?? 0);
    return counted.length;
  } finally {
    await there.end();
    await server.stop();
  }
}

describe('a backup', () => {
  test('holds everything that was committed before it ended, and what lies beside the database', { timeout: LONG }, async () => {
    const p = place();
    const objects = openObjectFolder(path.join(dataDir, 'objects'));
    const { sha256 } = await objects.put(
      tenantId,
      (async function* () {
        yield Buffer.from('a file');
      })(),
    );
    await objects.putNamed(tenantId, 'high-water-mark', 'mark');
    mkdirSync(path.join(dataDir, 'tombstones'), { recursive: true });
    writeFileSync(path.join(dataDir, 'tombstones', `${tenantId}.json`), '{}');
    let over = false;
    const acknowledged: { n: number; at: number }[] = [];
    const loading = (async () => {
      while (!over) acknowledged.push({ n: await note(), at: Date.now() });
    })();
    const manifest = await p.take();
    over = true;
    await loading;
    const inside = acknowledged.filter(({ at }) => at < Date.parse(manifest.endedAt));
    expect(inside.length).toBeGreaterThan(10);

    const to = path.join(p.at, 'restored');
    const restored = await p.restore(to);
    expect(restored).toMatchObject({ manifest: { id: manifest.id }, holdsUntil: manifest.endedAt, heads: [] });
    expect(await lastIn(to)).toBeGreaterThanOrEqual(inside.at(-1)?.n ?? 0);
    expect(readFileSync(path.join(to, 'keys', 'master.key'), 'utf8')).toBe('secret');
    expect(existsSync(path.join(to, 'tombstones', `${tenantId}.json`))).toBe(true);
    const there = openObjectFolder(path.join(to, 'objects'));
    expect([(await there.get(tenantId, sha256)).toString(), await there.getNamed(tenantId, 'high-water-mark')]).toEqual(['a file', 'mark']);
    expect(readdirSync(p.target.folder, { recursive: true }).filter((name) => String(name).includes('master'))).toEqual([]);

    // What is damaged is found before anything is written.
    const base = path.join(p.target.folder, 'base', manifest.id);
    const files = ['base.tar.zst', 'objects.txt', ...readdirSync(path.join(base, 'wal')).map((name) => `wal/${name}`)];
    const object = path.join(p.target.folder, 'objects', tenantId, sha256.slice(0, 2), sha256);
    for (const file of [...files.map((name) => path.join(base, name)), object]) {
      const whole = readFileSync(file);
      const next = path.join(p.at, 'next');
      writeFileSync(file, Buffer.from(whole.map((byte, at) => (at === whole.length >> 1 ? byte ^ 1 : byte))));
      await expect(p.restore(next), file).rejects.toThrow(/altered or damaged|is altered/);
      rmSync(file);
      await expect(p.restore(next), file).rejects.toThrow('missing');
      writeFileSync(file, whole);
      expect(existsSync(next)).toBe(false);
    }
    rmSync(path.join(base, 'manifest.json'));
    await expect(p.restore()).rejects.toThrow('has no manifest');
  });

  test('takes its keys from where they were kept, and says which one is not there', { timeout: LONG }, async () => {
    const p = place();
    await p.take();
    const [key = ''] = readdirSync(p.target.keysFolder);
    const file = path.join(p.target.keysFolder, key);
    writeFileSync(file, 'another');
    await expect(p.restore()).rejects.toThrow('is not the key that it was');
    rmSync(file);
    await expect(p.restore()).rejects.toThrow('the key master.key of this backup is not in');
  });

  test('is refused a place for its keys that lies with the data, and any place with something else in it', { timeout: LONG }, async () => {
    const p = place();
    const taken = (change: Partial<typeof p.target>) => takeBackup(p.source, { ...p.target, ...change });
    for (const keysFolder of [p.target.folder, path.join(p.target.folder, 'keys'), p.at, path.join(dataDir, 'keys')])
      await expect(taken({ keysFolder })).rejects.toThrow('Whoever finds a backup with its keys beside it reads everything in it');
    await expect(taken({ folder: path.join(dataDir, 'backup') })).rejects.toThrow('lies in the data directory');
    mkdirSync(p.target.folder);
    writeFileSync(path.join(p.target.folder, 'letter'), 'mine');
    await expect(p.take()).rejects.toThrow('holds something else');
    rmSync(path.join(p.target.folder, 'letter'));
    await p.take();
    await expect(p.restore(p.target.folder)).rejects.toThrow('is not empty');
    const of = path.join(p.target.folder, 'backup.json');
    writeFileSync(of, readFileSync(of, 'utf8').replace(/"systemId":"\d+"/, '"systemId":"1"'));
    await expect(p.take()).rejects.toThrow('holds the backups of another database');
  });

  test('is refused a role that may not replicate, with what to do', async () => {
    const p = place();
    await client.query('create role plain login');
    await expect(takeBackup({ ...p.source, where: { ...where, user: 'plain' } }, p.target)).rejects.toThrow(
      'give the role of DATABASE_URL the attribute REPLICATION',
    );
  });
});

/** Archives until the test ends, or `stop` is called. */
function archiving(p: ReturnType<typeof place>, more: { readonly everyMs?: number; readonly keep?: number } = {}) {
  const ending = new AbortController();
  const errors: unknown[] = [];
  const running = archive(
    {
      ...p.source,
      ...p.target,
      everyMs: more.everyMs ?? 3_600_000,
      keep: more.keep ?? 7,
      onReached: () => {},
      onBase: () => {},
      onError: (error) => errors.push(error),
    },
    ending.signal,
  );
  const stop = async (): Promise<void> => {
    ending.abort();
    await running;
  };
  onTestFinished(stop);
  const bases = () => (existsSync(p.target.folder) ? listBases(p.target.folder) : []);
  return {
    stop,
    errors,
    bases,
    /** What is committed by now is in the backup. */
    caughtUp: async () => {
      const now = (await nowOf()).toISOString();
      await expect.poll(() => readReached(path.join(p.target.folder, 'wal'), 1)?.at ?? '', { timeout: 20_000 }).toSatisfy((at) => at > now);
    },
    taken: (count: number) => expect.poll(() => bases().length, { timeout: 20_000 }).toBeGreaterThanOrEqual(count),
  };
}

describe('continuous archiving', () => {
  test('has everything within seconds, and brings back any instant since the copy', { timeout: LONG }, async () => {
    const p = place();
    const a = archiving(p);
    await a.taken(1);
    const early = await note();
    // A date has milliseconds, PostgreSQL's time more.
    const between = new Date((await nowOf()).getTime() + 1);
    while ((await nowOf()) <= between);
    const late = await note();
    const committedMs = Date.now();
    await a.caughtUp();
    expect(Date.now() - committedMs).toBeLessThan(60_000);
    await a.stop();
    const reached = readReached(path.join(p.target.folder, 'wal'), 1)?.at ?? '';
    expect(a.errors).toEqual([]);

    const [whole, then, idle] = ['whole', 'then', 'idle'].map((name) => path.join(p.at, name)) as [string, string, string];
    expect(await p.restore(whole)).toMatchObject({ holdsUntil: reached });
    expect(await lastIn(whole)).toBe(late);
    expect(await p.restore(then, between)).toMatchObject({ holdsUntil: between.toISOString() });
    expect(await lastIn(then)).toBe(early);
    // Nothing was committed after it: all there is.
    await p.restore(idle, new Date(reached));
    expect(await lastIn(idle)).toBe(late);
    await expect(p.restore(undefined, new Date(Date.now() + 60_000))).rejects.toThrow(`the backup reaches until ${reached}`);
    await expect(p.restore(undefined, new Date(0))).rejects.toThrow('nothing before that can be restored');
  });

  test('has everything that was committed before it was ended, without a moment to catch up', { timeout: LONG }, async () => {
    const p = place();
    const a = archiving(p);
    await a.taken(1);
    await a.caughtUp();
    // More than is sent at once.
    await client.query('create table filler as select repeat(md5(n::text), 40) as text from generate_series(1, 40000) n');
    // As a server commits: it is in the log when it is answered.
    await client.query('set synchronous_commit = on');
    const kept = await note();
    await client.query('reset synchronous_commit');
    const tenantId = randomUUID();
    const late = await openObjectFolder(path.join(dataDir, 'objects')).put(tenantId, Readable.from([Buffer.from('late')]));
    await a.stop();
    await client.query('drop table filler');
    expect(a.errors).toEqual([]);
    const to = path.join(p.at, 'to');
    await p.restore(to);
    expect(await lastIn(to)).toBe(kept);
    expect((await openObjectFolder(path.join(to, 'objects')).get(tenantId, late.sha256)).toString()).toBe('late');
  });

  test('goes on from a database that was restored, and brings back either history', { timeout: LONG }, async () => {
    const p = place();
    const a = archiving(p);
    await a.taken(1);
    const before = await note();
    await a.caughtUp();
    const then = await nowOf();
    await a.caughtUp();
    await a.stop();
    const home = path.join(p.at, 'another');
    await p.restore(home);
    const server = await startEmbedded({ dataDir: path.join(home, 'pg'), durable: false });
    onTestFinished(() => server.stop());
    const there = { ...where, host: server.host, port: server.port };
    const other = await connect(there, 'login');
    const b = archiving({ ...p, source: { ...p.source, where: there } });
    await b.taken(2);
    await other.query('insert into noted values ($1)', [1_000_000]);
    const committed = (await other.query<{ at: string }>('select clock_timestamp() as at')).rows[0]?.at ?? '';
    await expect
      .poll(() => readReached(path.join(p.target.folder, 'wal'), 2)?.at ?? '', { timeout: 20_000 })
      .toSatisfy((at) => at > committed);
    await b.stop();
    await other.end();
    expect(b.errors).toEqual([]);

    const [now, early] = ['now', 'early'].map((name) => path.join(p.at, name)) as [string, string];
    await p.restore(now);
    expect(await lastIn(now, [1_000_000])).toBe(before);
    await p.restore(early, then);
    expect(await lastIn(early)).toBe(before);
  });

  test('goes on where it was interrupted, over many segments; one that is altered is refused', { timeout: LONG }, async () => {
    const p = place();
    const first = archiving(p);
    await first.taken(1);
    await first.stop();
    for (let n = 0; n < 3; n++) {
      await note();
      await client.query('select pg_switch_wal()');
    }
    const second = archiving(p);
    const kept = await note();
    await second.caughtUp();
    await second.stop();
    expect(second.bases()).toHaveLength(1);
    const to = path.join(p.at, 'to');
    await p.restore(to);
    expect(await lastIn(to)).toBe(kept);

    const wal = path.join(p.target.folder, 'wal');
    const [, , segment = ''] = readdirSync(wal)
      .filter((name) => /^[0-9A-F]{24}$/.test(name))
      .sort();
    const whole = readFileSync(path.join(wal, segment));
    writeFileSync(path.join(wal, segment), Buffer.from(whole.map((byte, at) => (at === 4711 ? byte ^ 1 : byte))));
    await expect(p.restore()).rejects.toThrow('is not what SHA256SUMS says');
    expect(readdirSync(p.at).filter((name) => name.startsWith('restored') && readdirSync(path.join(p.at, name)).length > 0)).toEqual([]);
  });

  test('takes a new copy where the server has the log no more, and deletes the copies and the log that are too old', {
    timeout: LONG,
  }, async () => {
    const p = place();
    const first = archiving(p);
    await first.taken(1);
    await first.stop();
    const { rows } = await client.query<{ slot_name: string }>(
      "select slot_name from pg_replication_slots where slot_name like 'countinghouse_backup_%' and not active",
    );
    for (const { slot_name } of rows) await client.query('select pg_drop_replication_slot($1)', [slot_name]);
    for (let n = 0; n < 3; n++) {
      await note();
      await client.query('select pg_switch_wal()');
      await client.query('checkpoint');
    }
    const second = archiving(p, { keep: 1 });
    await expect.poll(() => second.bases()[0]?.id, { timeout: 20_000 }).not.toBe(first.bases()[0]?.id ?? '');
    const kept = await note();
    await second.caughtUp();
    await second.stop();
    expect(second.bases()).toHaveLength(1);
    const to = path.join(p.at, 'to');
    await p.restore(to);
    expect(await lastIn(to)).toBe(kept);
  });

  test('that was given up holds no log back; another one is left alone', { timeout: LONG }, async () => {
    const [given, kept] = [place(), place()];
    for (const p of [given, kept]) {
      const a = archiving(p);
      await a.taken(1);
      await a.stop();
    }
    const slots = async () =>
      (await client.query<{ slot_name: string }>('select slot_name from pg_replication_slots')).rows.map((row) => row.slot_name);
    await expect
      .poll(async () => {
        await dropOtherSlots(where, kept.target.folder);
        return slots();
      })
      .toEqual([`countinghouse_backup_${readFolder(kept.target.folder).id}`]);
    await dropOtherSlots(where, null);
    expect(await slots()).toEqual([]);
  });
});
