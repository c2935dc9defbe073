// Continuous archiving: the write-ahead log goes to the backup directory as it is written, what is kept beside the database follows, a new copy
// of the database is taken now and then, and what is older than the copies that are kept is deleted. One that is interrupted goes on where it
// was; the server keeps its log for it meanwhile.

import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect, type Where } from '../connection.ts';
import * as disk from '../disk.ts';
import { openObjectFolder } from '../objects/local-folder.ts';
import { openObjects } from '../objects/open-objects.ts';
import { listBases, type Manifest, openFolder, partsOf, readFolder, writeKeys } from './folder.ts';
import { checkPlaces, keepKeys } from './keys-apart.ts';
import { mirrorBeside, mirrorObjects } from './mirror.ts';
import { Replication } from './replication.ts';
import { beginOf, numberOf, parsePosition } from './segments.ts';
import { type BackupSource, type BackupTarget, takeBackup } from './take.ts';
import { deleteSegments, findNext, listSegments, type Reached, readReached, WalFolder, writeReached } from './wal-folder.ts';

const PAUSE_MS = 5_000;
const LOOK_EVERY_MS = 1_000;
/** What is kept beside the database is looked through so often, and not more than a twentieth of the time. */
const BESIDE_EVERY_MS = 2_000;
const BESIDE_SHARE = 20;
const SLOTS = 'countinghouse_backup_';
/** The server does not have the log any more that is asked for. */
const IS_GONE = '58P01';
/** What was written before the end is fetched for so long; looked for so often. */
const REST_WITHIN_MS = 3_000;
const REST_LOOK_MS = 20;
/** Somebody else takes the log for the same directory. */
const IN_USE = '55006';

export interface ArchiveOptions extends BackupSource, BackupTarget {
  /** A copy of the database is taken when the last one is so old. */
  readonly everyMs: number;
  /** So many copies are kept; older ones are deleted, and the log from before them. At least 1. */
  readonly keep: number;
  readonly onReached: (reached: Reached) => void;
  readonly onBase: (manifest: Manifest) => void;
  readonly onError: (error: unknown) => void;
}

/**
 * Runs until `stopping` is aborted, and then until all that was written before that is in the backup, for some seconds at most. Whatever fails is
 * told to `onError` and tried again. Throws at once where keys would lie with the data.
 */
export async function archive(options: ArchiveOptions, stopping: AbortSignal): Promise<void> {
  checkPlaces(options.dataDir, options);
  // What this process has streamed: without it another one has the directory, or the database is away.
  let reached: Reached | null = null;
  let isOurs = false;
  const tellKnown = (): void => {
    const last = listBases(options.folder).at(-1);
    if (last === undefined) return;
    options.onBase(last);
    const known = readReached(partsOf(options.folder).wal, last.timeline);
    if (known !== null) options.onReached(known);
  };
  const onReached = (now: Reached): void => {
    reached = now;
    isOurs = true;
    options.onReached(now);
  };
  const stream = async (): Promise<number> => {
    try {
      // Of this server's last run, or of the one that has the directory now.
      tellKnown();
      await streamLog({ ...options, onReached }, stopping);
    } finally {
      reached = null;
    }
    return PAUSE_MS;
  };
  const follow = (work: (reached: Reached) => Promise<number>) => async () => (reached === null ? LOOK_EVERY_MS : work(reached));
  await Promise.all([
    repeat(stream, options, stopping),
    repeat(
      follow((now) => takeWhenDue(options, now)),
      options,
      stopping,
    ),
    repeat(
      follow(() => copyBeside(options)),
      options,
      stopping,
    ),
  ]);
  // What the log names lies beside it.
  if (isOurs) await copyBeside(options).catch(options.onError);
}

/** `work` answers how long to wait before the next time, in milliseconds. */
async function repeat(work: () => Promise<number>, { onError }: ArchiveOptions, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    const pauseMs = await work().catch((error: unknown) => {
      onError(error);
      return PAUSE_MS;
    });
    await sleep(pauseMs, undefined, { signal: stopping }).catch(() => {});
  }
}

async function streamLog({ where, folder, onReached }: ArchiveOptions, stopping: AbortSignal): Promise<void> {
  const replication = await Replication.connect(where);
  const { wal } = partsOf(folder);
  try {
    const { systemId, timeline, segmentBytes, position } = await replication.identify();
    const slot = slotOf(openFolder(folder, { systemId, segmentBytes }).id);
    await replication.keepLog(slot, 'for good');
    const kept = await replication.keptFrom(slot);
    // The server had no room to keep it any longer: the next time the slot is made again, and a new copy follows.
    if (kept === null) return await replication.dropLog(slot);
    const next = findNext(wal, timeline, segmentBytes);
    if (next !== null && next > position)
      throw new Error(
        `${folder} has more of the log than the database, which was put back without a restore: name another directory for backups`,
      );
    const from = next !== null && next >= beginOf(kept, segmentBytes) ? next : beginOf(kept, segmentBytes);
    const keep = (reached: Reached): void => {
      writeReached(wal, reached);
      onReached(reached);
    };
    const sink = new WalFolder({ folder: wal, timeline, segmentBytes, from, onReached: keep });
    const ended = new AbortController();
    const end = (): void =>
      void fetchRest(where, sink)
        .catch(() => {})
        .finally(() => ended.abort());
    if (stopping.aborted) end();
    stopping.addEventListener('abort', end, { once: true });
    try {
      await replication.stream(slot, from, sink, ended.signal);
    } catch (error) {
      const { code } = error as { code?: string };
      if (code === IN_USE) throw new Error('another server takes the log for this backup directory', { cause: error });
      if (code === IS_GONE) await dropSlot(where, slot);
      throw error;
    } finally {
      stopping.removeEventListener('abort', end);
      sink.close();
    }
  } finally {
    await replication.end();
  }
}

/** Resolves once the log is there up to where it ended when this was called, or what is left does not come. */
async function fetchRest(where: Where, sink: WalFolder): Promise<void> {
  const asking = await Replication.connect(where);
  try {
    const untilMs = performance.now() + REST_WITHIN_MS;
    const identity = await Promise.race([asking.identify(), sleep(REST_WITHIN_MS, null)]);
    while (identity !== null && sink.flush() < identity.position && performance.now() < untilMs) await sleep(REST_LOOK_MS);
  } finally {
    await asking.end();
  }
}

const slotOf = (id: string): string => `${SLOTS}${id}`;

/** Lets go of the log that is kept for backup directories other than this one (null: for any) and not fetched. Of one that has this server alone. */
export async function dropOtherSlots(where: Where, folder: string | null): Promise<void> {
  const own = folder !== null && existsSync(partsOf(folder).of) ? slotOf(readFolder(folder).id) : '';
  const client = await connect(where, 'backup');
  try {
    await client.query(
      'select pg_drop_replication_slot(slot_name) from pg_replication_slots where starts_with(slot_name, $1) and slot_name <> $2 and not active',
      [SLOTS, own],
    );
  } finally {
    await client.end();
  }
}

async function dropSlot(where: Where, slot: string): Promise<void> {
  const replication = await Replication.connect(where);
  try {
    await replication.dropLog(slot);
  } finally {
    await replication.end();
  }
}

/** Takes a copy where there is none, the last one is too old, or the log has a hole since then. */
async function takeWhenDue(options: ArchiveOptions, reached: Reached): Promise<number> {
  const { folder, everyMs, onBase } = options;
  const last = listBases(folder).at(-1);
  const { segmentBytes } = readFolder(folder);
  const isDue = last === undefined || Date.now() - Date.parse(last.endedAt) >= everyMs || !leadsOn(folder, last, reached, segmentBytes);
  if (!isDue) return LOOK_EVERY_MS;
  const taken = await takeBackup(options, options);
  onBase(taken);
  deleteOld(options, segmentBytes);
  return LOOK_EVERY_MS;
}

/** Whether the log leads from a copy to where it is now, without a hole. */
function leadsOn(folder: string, base: Manifest, reached: Reached, segmentBytes: number): boolean {
  if (base.timeline !== reached.timeline) return false;
  const { wal, base: bases } = partsOf(folder);
  const segments = listSegments(
    [wal, path.join(bases, base.id, 'wal')],
    base.timeline,
    numberOf(parsePosition(base.to), segmentBytes),
    segmentBytes,
  );
  return (segments.at(-1)?.number ?? -1n) >= numberOf(parsePosition(reached.position) - 1n, segmentBytes);
}

/** Deletes copies beyond those that are kept, the log from before the oldest, and what copies that were cut short left. */
function deleteOld({ folder, keep }: ArchiveOptions, segmentBytes: number): void {
  const { base, wal } = partsOf(folder);
  const bases = listBases(folder);
  for (const { id } of bases.slice(0, -keep)) disk.remove(path.join(base, id));
  const [oldest] = bases.slice(-keep);
  if (oldest === undefined) return;
  for (const name of readdirSync(base)) if (name.endsWith('.part') && name < oldest.id) disk.remove(path.join(base, name));
  deleteSegments(wal, oldest.timeline, numberOf(parsePosition(oldest.to), segmentBytes), segmentBytes);
}

/** What is kept beside the database, and the keys where they changed. */
async function copyBeside({ dataDir, s3, folder, keysFolder }: ArchiveOptions): Promise<number> {
  const beganMs = performance.now();
  mirrorBeside(dataDir, folder);
  writeKeys(folder, keepKeys(dataDir, keysFolder));
  const objects = openObjects({ s3, dataDir });
  try {
    await mirrorObjects(objects, openObjectFolder(partsOf(folder).objects), 'replaced');
  } finally {
    objects.close();
  }
  return Math.max(BESIDE_EVERY_MS, BESIDE_SHARE * (performance.now() - beganMs));
}
