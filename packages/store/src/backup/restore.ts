// Puts a backup into a new data directory: the database as it was at its end or at an instant, what is kept beside it, and the keys from
// where they were kept. PostgreSQL replays the write-ahead log and becomes a database of its own, with a timeline of its own.

import { createReadStream, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { copyFile, truncate } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import { connect, nameOf, type Where } from '../connection.ts';
import * as disk from '../disk.ts';
import { findBinaries } from '../embedded/binaries.ts';
import { chooseIdentity } from '../embedded/identity.ts';
import { type Embedded, startEmbedded } from '../embedded/postgres.ts';
import { SUPERUSER } from '../logins.ts';
import { makeFolder } from '../make-folder.ts';
import { openObjectFolder } from '../objects/local-folder.ts';
import type { ObjectSettings } from '../objects/open-objects.ts';
import { openObjects } from '../objects/open-objects.ts';
import { checkBase, chooseBase } from './check.ts';
import { BackupDamaged, type Manifest, partsOf, readFolder, readKeys } from './folder.ts';
import { bringKeys, checkKeys } from './keys-apart.ts';
import { mirrorBeside, mirrorObjects } from './mirror.ts';
import { numberOf, parsePosition } from './segments.ts';
import { BASE_FILE } from './take.ts';
import { extractTar } from './tar.ts';
import { type KeptSegment, listSegments, readReached } from './wal-folder.ts';

/** Of the server that was copied: its own sockets and locks. */
const OF_THE_OTHER = /^(\.s\.PGSQL\.\d+(\.lock)?|postmaster\.(pid|opts)|standby\.signal|recovery\.signal)$/;

export interface RestoreOptions {
  readonly from: string;
  /** A data directory that is not there yet, or empty. */
  readonly to: string;
  readonly keysFrom: string;
  /** As it was then; null: all there is. */
  readonly at: Date | null;
  /** Where objects go, if not into the data directory. */
  readonly s3: ObjectSettings['s3'];
  readonly note?: (line: string) => void;
}

export interface Restored {
  readonly manifest: Manifest;
  /** Everything that was committed until then is there, as far as it was asked for. RFC 3339. */
  readonly holdsUntil: string;
  readonly heads: readonly RestoredHead[];
}

export interface RestoredHead {
  readonly tenantId: string;
  readonly seq: number;
  /** Hash and time of the last event. */
  readonly hash: string;
  readonly ts: string;
}

/**
 * Restores; the database is stopped again when this resolves. Throws BackupDamaged and KeyMissing before anything is written, and an
 * Error for a directory that is not empty or an instant that the backup does not reach. What was written is taken away where it fails.
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { from, to, at, keysFrom, note = () => {} } = options;
  if (existsSync(to) && readdirSync(to).length > 0)
    throw new Error(`${to} is not empty: restore into a new directory, and put it in place of the other one when you have looked at it`);
  const { segmentBytes } = readFolder(from);
  const manifest = chooseBase(from, at);
  const keys = readKeys(from);
  checkKeys(keysFrom, keys);
  note(`checking the backup of ${manifest.endedAt}`);
  await checkBase(from, manifest);
  const parts = partsOf(from);
  const ownWal = path.join(parts.base, manifest.id, 'wal');
  const segments = listSegments([parts.wal, ownWal], manifest.timeline, numberOf(parsePosition(manifest.to), segmentBytes), segmentBytes);
  const until = holdsUntil(manifest, parts.wal, segments, segmentBytes);
  if (at !== null && at.getTime() > Date.parse(until))
    throw new Error(`the backup reaches until ${until}: leave --at away to restore all there is`);
  makeFolder(to, 0o700);
  try {
    note('writing the database');
    const pgDir = path.join(to, 'pg');
    await writeDatabase(path.join(parts.base, manifest.id, BASE_FILE), pgDir, segments, segmentBytes);
    bringKeys(keysFrom, keys, to);
    mirrorBeside(from, to);
    const objects = openObjects({ s3: options.s3, dataDir: to });
    await mirrorObjects(openObjectFolder(parts.objects), objects, 'stay').finally(() => objects.close());
    note('replaying the write-ahead log');
    const heads = await recover(pgDir, manifest, at);
    return { manifest, holdsUntil: at === null ? until : at.toISOString(), heads };
  } catch (error) {
    for (const entry of readdirSync(to)) disk.remove(path.join(to, entry));
    throw error;
  }
}

/** How far the log goes that follows this copy without a hole. */
function holdsUntil(manifest: Manifest, walFolder: string, segments: readonly KeptSegment[], segmentBytes: number): string {
  const reached = readReached(walFolder, manifest.timeline);
  const last = segments.at(-1);
  if (reached === null || last === undefined) return manifest.endedAt;
  const follows = last.number >= numberOf(parsePosition(reached.position) - 1n, segmentBytes);
  return follows && reached.at > manifest.endedAt ? reached.at : manifest.endedAt;
}

async function writeDatabase(tar: string, pgDir: string, segments: readonly KeptSegment[], segmentBytes: number): Promise<void> {
  mkdirSync(pgDir, { mode: 0o700 });
  await pipeline(createReadStream(tar, { highWaterMark: 1024 * 1024 }), createZstdDecompress(), (content) =>
    extractTar(content as AsyncIterable<Buffer>, pgDir, (name) => OF_THE_OTHER.test(name)),
  );
  const walDir = path.join(pgDir, 'pg_wal');
  mkdirSync(walDir, { recursive: true, mode: 0o700 });
  for (const { name, file, sha256 } of segments) {
    const copied = path.join(walDir, name);
    if (sha256 !== null && (await disk.sumOf(file)).sha256 !== sha256) throw new BackupDamaged(`${file} is not what SHA256SUMS says`);
    await copyFile(file, copied);
    // What is not written yet reads as zeros.
    if (sha256 === null) await truncate(copied, segmentBytes);
  }
  writeFileSync(path.join(pgDir, 'recovery.signal'), '', { mode: 0o600 });
  const identity = chooseIdentity(pgDir, findBinaries(path.join(path.dirname(pgDir), 'cache')).postgres);
  identity.own(pgDir);
  for (const entry of readdirSync(pgDir, { recursive: true, encoding: 'utf8' })) identity.own(path.join(pgDir, entry));
}

/** Lets PostgreSQL replay its log to the end, or to an instant, and stops it. Answers where each log of an organisation ends. */
async function recover(pgDir: string, manifest: Manifest, at: Date | null): Promise<readonly RestoredHead[]> {
  const settings = {
    // All of the log is in its place already.
    restore_command: 'false',
    recovery_target_timeline: 'current',
    hot_standby: 'off',
    ...(at === null
      ? {}
      : { recovery_target_time: at.toISOString().replace('T', ' ').replace('Z', '+00'), recovery_target_action: 'promote' }),
  };
  const server = await startRestored(pgDir, settings).catch((error: unknown) => {
    // Nothing was committed between the last event and that instant: it is all there is.
    if (at === null || !/recovery ended before configured recovery target/.test((error as Error).message)) throw error;
    const { recovery_target_time: _time, recovery_target_action: _action, ...toTheEnd } = settings as Record<string, string>;
    return startRestored(pgDir, toTheEnd);
  });
  try {
    return await listRestoredHeads(whereCopied(server, manifest));
  } finally {
    await server.stop();
  }
}

/**
 * Starts the PostgreSQL of a restored directory, as a server of its own that only this machine reaches and lets in whoever may read the
 * directory: settings and rules of the server that was copied are for its own place.
 */
export async function startRestored(pgDir: string, settings: Readonly<Record<string, string>> = {}): Promise<Embedded> {
  const around = path.dirname(pgDir);
  const rules = path.join(around, 'restored.hba.conf');
  const config = path.join(around, 'restored.conf');
  writeFileSync(rules, 'local all all trust\n', { mode: 0o644 });
  writeFileSync(config, '', { mode: 0o644 });
  return startEmbedded({
    dataDir: pgDir,
    durable: true,
    settings: { config_file: config, hba_file: rules, archive_mode: 'off', shared_preload_libraries: '', ...settings },
  }).finally(() => {
    for (const file of [rules, config]) disk.remove(file);
  });
}

/** Whether it is a copy of an embedded database. Earlier versions worked in theirs as superuser. */
export const isOfEmbedded = ({ database, user }: Manifest): boolean =>
  database === 'postgres' && (user === nameOf('owner') || user === SUPERUSER);

/** The books in a copy that was started, entered as whoever took it. */
export const whereCopied = ({ host, port }: Embedded, { user, database }: Manifest): Where => ({ host, port, user, database });

async function listRestoredHeads(where: Where): Promise<readonly RestoredHead[]> {
  const client = await connect(where, 'writer', { statement_timeout: 0 });
  try {
    const found = await client.query<RestoredHead>(
      `select h.tenant_id as "tenantId", h.seq, e.event_hash as hash, e.event_ts as ts
       from chain_heads h join events e on e.tenant_id = h.tenant_id and e.seq = h.seq order by h.tenant_id`,
    );
    return found.rows;
  } finally {
    await client.end();
  }
}
