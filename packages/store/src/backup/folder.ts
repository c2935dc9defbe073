// A backup directory: what is where in it, and which backups it has. Everything but the keys:
//
//   backup.json        of which PostgreSQL it is, and its own id
//   keys.json          names and hashes of the keys, which are kept elsewhere
//   base/<id>/         a copy of the database: manifest.json (written last), base.tar.zst, objects.txt
//   wal/               the write-ahead log since then (wal-folder.ts)
//   objects/           files beside the log, as in a data directory; tombstones/ and high-water/ likewise
//   drill.json         what the last drill found

import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as disk from '../disk.ts';
import { makeFolder } from '../make-folder.ts';
import type { KeptKey } from './keys-apart.ts';

const FORMAT = 'countinghouse-backup';
const VERSION = 1;
const ID_BYTES = 6;
const BASE_NAME = /^\d{8}T\d{6}\.\d{3}Z$/;

export interface Of {
  readonly id: string;
  readonly systemId: string;
  readonly segmentBytes: number;
}

export interface Manifest {
  readonly id: string;
  /** RFC 3339, by the clock of the database. Everything that was committed before `endedAt` is in it. */
  readonly beganAt: string;
  readonly endedAt: string;
  readonly timeline: number;
  readonly from: string;
  readonly to: string;
  readonly postgres: string;
  /** The database in which the books are, and the role that owns them. */
  readonly database: string;
  readonly user: string;
  readonly files: readonly { readonly name: string; readonly bytes: number; readonly sha256: string }[];
  readonly objects: { readonly count: number; readonly bytes: number };
}

/** A backup that is not what it says it is, or not there. */
export class BackupDamaged extends Error {}

export const partsOf = (folder: string) => ({
  of: path.join(folder, 'backup.json'),
  base: path.join(folder, 'base'),
  wal: path.join(folder, 'wal'),
  objects: path.join(folder, 'objects'),
  keys: path.join(folder, 'keys.json'),
  drill: path.join(folder, 'drill.json'),
});

/** Takes a directory for the backups of a PostgreSQL, or finds that it is. Throws for one that holds something else. */
export function openFolder(folder: string, from: Omit<Of, 'id'>): Of {
  makeFolder(folder, 0o700);
  const { of: file } = partsOf(folder);
  if (!existsSync(file)) {
    if (readdirSync(folder).length > 0) throw new Error(`${folder} holds something else: name an empty directory for backups`);
    disk.writeWhole(file, `${JSON.stringify({ format: FORMAT, version: VERSION, id: randomBytes(ID_BYTES).toString('hex'), ...from })}\n`);
  }
  const of = readFolder(folder);
  if (of.systemId !== from.systemId)
    throw new Error(
      `${folder} holds the backups of another database (${of.systemId}, this one is ${from.systemId}): name another directory`,
    );
  return of;
}

/** Throws BackupDamaged for a directory that is none of ours. */
export function readFolder(folder: string): Of {
  const { format, version, id, systemId, segmentBytes } = readJson(partsOf(folder).of, `${folder} holds no backup`) as Of & {
    readonly format?: unknown;
    readonly version?: unknown;
  };
  if (format !== FORMAT || version !== VERSION) throw new BackupDamaged(`${folder} holds no backup that this version understands`);
  return { id, systemId, segmentBytes };
}

/** The backups that are whole, oldest first. */
export function listBases(folder: string): readonly Manifest[] {
  const { base } = partsOf(folder);
  if (!existsSync(base)) return [];
  return readdirSync(base)
    .filter((name) => BASE_NAME.test(name))
    .sort()
    .map((name) => readJson(path.join(base, name, 'manifest.json'), `the backup ${name} has no manifest`) as Manifest);
}

export const baseName = (at: Date): string => at.toISOString().replaceAll(/[-:]/g, '');

export function writeKeys(folder: string, keys: readonly KeptKey[]): void {
  const { keys: file } = partsOf(folder);
  const text = `${JSON.stringify({ keys })}\n`;
  if (!existsSync(file) || readFileSync(file, 'utf8') !== text) disk.writeWhole(file, text);
}

/** The keys that belong to the newest state in the backup; they also open what is older. */
export function readKeys(folder: string): readonly KeptKey[] {
  return (readJson(partsOf(folder).keys, `${folder} does not say which keys it takes`) as { readonly keys: readonly KeptKey[] }).keys;
}

function readJson(file: string, otherwise: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as unknown;
  } catch (error) {
    throw new BackupDamaged(otherwise, { cause: error });
  }
}
