// Takes one backup of a database that is in use: a copy of it that is whole in itself, then what is kept beside it, then the keys, which go
// elsewhere. The manifest comes last: a directory without one is no backup.

import { createWriteStream, mkdirSync, readdirSync, renameSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress } from 'node:zlib';
import { connect, type Where } from '../connection.ts';
import * as disk from '../disk.ts';
import { openObjectFolder } from '../objects/local-folder.ts';
import { type ObjectSettings, openObjects } from '../objects/open-objects.ts';
import { baseName, type Manifest, openFolder, partsOf, writeKeys } from './folder.ts';
import { checkPlaces, keepKeys } from './keys-apart.ts';
import { mirrorBeside, mirrorObjects } from './mirror.ts';
import { type CopySpan, Replication } from './replication.ts';
import { beginOf, formatPosition, parsePosition } from './segments.ts';
import { WalFolder } from './wal-folder.ts';

const COMPRESSION_LEVEL = 1;
export const BASE_FILE = 'base.tar.zst';
export const OBJECTS_FILE = 'objects.txt';

export interface BackupSource extends ObjectSettings {
  readonly where: Where;
}

export interface BackupTarget {
  readonly folder: string;
  readonly keysFolder: string;
}

/** Throws where keys would lie with the data, the directory holds something else, or the role may not replicate. */
export async function takeBackup(source: BackupSource, { folder, keysFolder }: BackupTarget): Promise<Manifest> {
  checkPlaces(source.dataDir, { folder, keysFolder });
  const replication = await Replication.connect(source.where);
  let part: string | null = null;
  try {
    const { systemId, segmentBytes, version } = await replication.identify();
    openFolder(folder, { systemId, segmentBytes });
    const began = await askWhen(source.where);
    const id = baseName(new Date(began.at));
    const { base } = partsOf(folder);
    part = path.join(base, `${id}.part`);
    disk.remove(part);
    mkdirSync(part, { recursive: true, mode: 0o700 });
    const slot = `countinghouse_copy_${process.pid}_${Date.now()}`;
    await replication.keepLog(slot, 'this connection');
    const file = path.join(part, BASE_FILE);
    const compressed = createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: COMPRESSION_LEVEL } });
    const span = await replication.copy(`countinghouse ${id}`, (tar) =>
      pipeline(Readable.from(tar, { objectMode: false }), compressed, createWriteStream(file, { mode: 0o600, flush: true })),
    );
    const ended = await askWhen(source.where);
    const wal = path.join(part, 'wal');
    await streamUntil(replication, slot, parsePosition(ended.position), { ...span, segmentBytes, folder: wal });
    const objects = await copyBeside(source, folder, path.join(part, OBJECTS_FILE));
    writeKeys(folder, keepKeys(source.dataDir, keysFolder));
    const files = [];
    for (const name of [BASE_FILE, OBJECTS_FILE, ...readdirSync(wal).map((segment) => `wal/${segment}`)])
      files.push({ name, ...(await disk.sumOf(path.join(part, name))) });
    const manifest: Manifest = {
      id,
      beganAt: began.at,
      endedAt: ended.at,
      timeline: span.timeline,
      from: formatPosition(span.from),
      to: formatPosition(span.to),
      postgres: version,
      database: ended.database,
      user: ended.user,
      files,
      objects,
    };
    disk.writeWhole(path.join(part, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
    renameSync(part, path.join(base, id));
    disk.syncFolder(base);
    return manifest;
  } catch (error) {
    if (part !== null) disk.remove(part);
    throw error;
  } finally {
    await replication.end();
  }
}

/** Adds what was committed while the copy was made: the log from where the copy is whole up to `until`. */
async function streamUntil(
  replication: Replication,
  slot: string,
  until: bigint,
  { folder, timeline, segmentBytes, to }: CopySpan & { readonly folder: string; readonly segmentBytes: number },
): Promise<void> {
  const from = beginOf(to, segmentBytes);
  const wal = new WalFolder({ folder, timeline, segmentBytes, from, onReached: () => {} });
  const done = new AbortController();
  await replication.stream(
    slot,
    from,
    {
      take: (position, part) => {
        wal.take(position, part);
        if (position + BigInt(part.length) >= until) done.abort();
      },
      flush: () => wal.flush(),
      ends: () => {},
    },
    done.signal,
  );
  wal.close();
}

/** After the database: every object that the copy names is there by then. Writes down which there are. */
async function copyBeside(source: BackupSource, folder: string, listFile: string): Promise<Manifest['objects']> {
  mirrorBeside(source.dataDir, folder);
  const [from, to] = [openObjects(source), openObjectFolder(partsOf(folder).objects)];
  const lines: string[] = [];
  let bytes = 0;
  try {
    await mirrorObjects(from, to, 'replaced', (listed) => {
      if ('name' in listed) return;
      bytes += listed.sizeBytes;
      lines.push(`${listed.sizeBytes} ${listed.tenantId} ${listed.sha256}\n`);
    });
  } finally {
    from.close();
  }
  disk.writeWhole(listFile, lines.sort().join(''));
  return { count: lines.length, bytes };
}

interface Moment {
  readonly at: string;
  /** How far the write-ahead log is on the disk: whatever was answered before `at` is in it, even where commits do not wait for the disk. */
  readonly position: string;
  readonly database: string;
  readonly user: string;
}

/** The clock of the database, and where the books are. */
async function askWhen(where: Where): Promise<Moment> {
  const client = await connect(where, 'owner');
  try {
    // The time comes first: what was answered before it is then among what is flushed after it.
    const clock = await client.query<Pick<Moment, 'at'>>(`select date_trunc('milliseconds', clock_timestamp()) as at`);
    await client.query("select pg_logical_emit_message(false, 'countinghouse', 'backup', true)");
    const found = await client.query<Omit<Moment, 'at'>>(
      `select pg_current_wal_flush_lsn() as position, current_database() as database, current_user as "user"`,
    );
    const [at, row] = [clock.rows[0]?.at, found.rows[0]];
    if (at === undefined || row === undefined) throw new Error('PostgreSQL does not say what time it is');
    return { ...row, at: new Date(at).toISOString() };
  } finally {
    await client.end();
  }
}
