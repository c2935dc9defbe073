// The write-ahead log as files of a backup directory: segments as PostgreSQL names them, the last one with `.partial` while it grows.
// `SHA256SUMS` has a line for each that is whole, in the form of `sha256sum`; `reached-1.json` says up to where the log of
// timeline 1 is there.

import { hash } from 'node:crypto';
import {
  appendFileSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import * as disk from '../disk.ts';
import type { WalSink } from './replication.ts';
import { formatPosition, numberOf, parseSegment, segmentName } from './segments.ts';

const PARTIAL = '.partial';
const SUMS = 'SHA256SUMS';

/** What was committed until then is in the backup. */
export interface Reached {
  /** RFC 3339, by the clock of the database. */
  readonly at: string;
  readonly position: string;
  readonly timeline: number;
}

/** A file of the log that a restore takes. */
export interface KeptSegment {
  readonly name: string;
  readonly number: bigint;
  readonly file: string;
  readonly bytes: number;
  /** null for the last one, which grows. */
  readonly sha256: string | null;
}

export function writeReached(folder: string, reached: Reached): void {
  disk.writeWhole(reachedFile(folder, reached.timeline), `${JSON.stringify(reached)}\n`);
}

/** How far the log of a timeline is there; null where nothing of it is. A database that was restored has the next one. */
export function readReached(folder: string, timeline: number): Reached | null {
  const file = reachedFile(folder, timeline);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Reached) : null;
}

const reachedFile = (folder: string, timeline: number): string => path.join(folder, `reached-${timeline}.json`);

/** The segments of a timeline in order, from one on, as far as they follow each other; of several folders the longest of each. */
export function listSegments(folders: readonly string[], timeline: number, from: bigint, segmentBytes: number): readonly KeptSegment[] {
  const found = new Map<bigint, KeptSegment>();
  for (const folder of folders.filter((f) => existsSync(f))) {
    const sums = readSums(folder);
    for (const entry of readdirSync(folder)) {
      const isPartial = entry.endsWith(PARTIAL);
      const name = isPartial ? entry.slice(0, -PARTIAL.length) : entry;
      const segment = parseSegment(name, segmentBytes);
      if (segment === null || segment.timeline !== timeline) continue;
      const file = path.join(folder, entry);
      const bytes = statSync(file).size;
      const known = found.get(segment.number);
      if (known !== undefined && (known.sha256 !== null || (isPartial && known.bytes >= bytes))) continue;
      found.set(segment.number, { name, number: segment.number, file, bytes, sha256: isPartial ? null : (sums.get(name) ?? '') });
    }
  }
  const run: KeptSegment[] = [];
  for (let number = from; ; number += 1n) {
    const next = found.get(number);
    if (next === undefined) return run;
    run.push(next);
    // Nothing follows one that is not whole.
    if (next.sha256 === null) return run;
  }
}

/** Deletes the segments that no base backup needs any more: those before `from`, and those of timelines before. */
export function deleteSegments(folder: string, timeline: number, from: bigint, segmentBytes: number): number {
  const old = readdirSync(folder).filter((entry) => {
    const segment = parseSegment(entry.replace(PARTIAL, ''), segmentBytes);
    return segment !== null && (segment.timeline < timeline || (segment.timeline === timeline && segment.number < from));
  });
  for (const entry of old) disk.remove(path.join(folder, entry));
  const kept = [...readSums(folder)].filter(([name]) => existsSync(path.join(folder, name)));
  disk.writeWhole(path.join(folder, SUMS), kept.map(([name, sha256]) => `${sha256}  ${name}\n`).join(''));
  return old.length;
}

function readSums(folder: string): Map<string, string> {
  const file = path.join(folder, SUMS);
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  return new Map(lines.filter((line) => line !== '').map((line): [string, string] => [line.slice(66), line.slice(0, 64)]));
}

export class WalFolder implements WalSink {
  private readonly folder: string;
  private readonly timeline: number;
  private readonly segmentBytes: number;
  private readonly onReached: (reached: Reached) => void;
  private open: { readonly name: string; readonly number: bigint; readonly handle: number } | null = null;
  /** Up to where it was taken, and is on the disk. */
  private taken: bigint;
  private kept: bigint;
  /** What the database said last of its end, and what is waited for. */
  private said: { readonly end: bigint; readonly atMs: number } | null = null;
  private awaited: { readonly end: bigint; readonly atMs: number } | null = null;

  /** `from`: the beginning of a segment; what is there of it is written over. */
  constructor(o: {
    readonly folder: string;
    readonly timeline: number;
    readonly segmentBytes: number;
    readonly from: bigint;
    readonly onReached: (reached: Reached) => void;
  }) {
    mkdirSync(o.folder, { recursive: true, mode: 0o700 });
    this.folder = o.folder;
    this.timeline = o.timeline;
    this.segmentBytes = o.segmentBytes;
    this.onReached = o.onReached;
    this.taken = o.from;
    this.kept = o.from;
  }

  take(position: bigint, part: Buffer): void {
    if (position !== this.taken)
      throw new Error(`the write-ahead log has a hole: ${formatPosition(position)} came after ${formatPosition(this.taken)}`);
    for (let at = 0; at < part.length; ) {
      const into = this.openSegment();
      const offset = Number(this.taken % BigInt(this.segmentBytes));
      const length = Math.min(part.length - at, this.segmentBytes - offset);
      for (let written = 0; written < length; ) written += writeSync(into.handle, part, at + written, length - written, offset + written);
      at += length;
      this.taken += BigInt(length);
      if (offset + length === this.segmentBytes) this.closeSegment();
    }
  }

  flush(): bigint {
    if (this.kept !== this.taken) {
      if (this.open !== null) fsyncSync(this.open.handle);
      this.kept = this.taken;
    }
    const { awaited, said } = this;
    if (awaited !== null && awaited.end <= this.kept) {
      const reached = { at: new Date(awaited.atMs).toISOString(), position: formatPosition(this.kept), timeline: this.timeline };
      this.onReached(reached);
      this.awaited = null;
    }
    this.awaited ??= said;
    return this.kept;
  }

  ends(end: bigint, atMs: number): void {
    this.said = { end, atMs };
  }

  /** What was taken so far stays; the segment that grows goes on with its name. */
  close(): void {
    this.flush();
    if (this.open !== null) closeSync(this.open.handle);
    this.open = null;
  }

  private openSegment(): NonNullable<typeof this.open> {
    if (this.open !== null) return this.open;
    const number = numberOf(this.taken, this.segmentBytes);
    const name = segmentName(this.timeline, number, this.segmentBytes);
    const file = path.join(this.folder, `${name}${PARTIAL}`);
    // What is there is of the same log: it is written over, never cut off.
    const handle = openSync(file, existsSync(file) ? 'r+' : 'w', 0o600);
    this.open = { name, number, handle };
    return this.open;
  }

  private closeSegment(): void {
    const { name, handle } = this.openSegmentOrThrow();
    fsyncSync(handle);
    closeSync(handle);
    this.open = null;
    const file = path.join(this.folder, `${name}${PARTIAL}`);
    const sha256 = hash('sha256', readFileSync(file));
    if (readSums(this.folder).get(name) !== sha256) appendSum(this.folder, name, sha256);
    renameSync(file, path.join(this.folder, name));
    disk.syncFolder(this.folder);
    this.kept = this.taken;
  }

  private openSegmentOrThrow(): NonNullable<typeof this.open> {
    if (this.open === null) throw new Error('no segment is open');
    return this.open;
  }
}

function appendSum(folder: string, name: string, sha256: string): void {
  appendFileSync(path.join(folder, SUMS), `${sha256}  ${name}\n`, { mode: 0o600, flush: true });
}

/** From where on the log is to be streamed, so that it follows what is there; null where nothing of that timeline is. */
export function findNext(folder: string, timeline: number, segmentBytes: number): bigint | null {
  if (!existsSync(folder)) return null;
  let next: bigint | null = null;
  for (const entry of readdirSync(folder)) {
    const isPartial = entry.endsWith(PARTIAL);
    const segment = parseSegment(isPartial ? entry.slice(0, -PARTIAL.length) : entry, segmentBytes);
    if (segment === null || segment.timeline !== timeline) continue;
    const after = isPartial ? segment.number : segment.number + 1n;
    if (next === null || after > next) next = after;
  }
  return next === null ? null : next * BigInt(segmentBytes);
}
