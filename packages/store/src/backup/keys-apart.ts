// The keys of a data directory, kept apart from the backup: whoever has both reads everything, so the two never lie in one place. A key is kept
// under its hash and never deleted or replaced there; which ones belong to a backup, the backup says by name and hash.

import { hash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import * as disk from '../disk.ts';
import { makeFolder } from '../make-folder.ts';

const HASH_DIGITS = 16;

export interface KeptKey {
  /** Its name in `DATA_DIR/keys`. */
  readonly name: string;
  readonly sha256: string;
}

export const WHY_APART = 'Whoever finds a backup with its keys beside it reads everything in it';

/** One of the keys of a backup is not where the keys are. */
export class KeyMissing extends Error {}

const fileOf = (folder: string, { name, sha256 }: KeptKey): string => path.join(folder, `${sha256.slice(0, HASH_DIGITS)}-${name}`);

/** Throws where keys and data would lie in one place, or the backup in what it is of. */
export function checkPlaces(dataDir: string, { folder, keysFolder }: { readonly folder: string; readonly keysFolder: string }): void {
  for (const other of [folder, dataDir])
    if (isWithin(keysFolder, other) || isWithin(other, keysFolder))
      throw new Error(
        `the keys may not be kept in ${keysFolder}, which lies with ${other}. ${WHY_APART}: name a directory on another disk or machine`,
      );
  if (isWithin(folder, dataDir))
    throw new Error(
      `${folder} lies in the data directory: whatever takes that takes its backup too. Name a directory on another disk or machine`,
    );
}

const isWithin = (folder: string, other: string): boolean => `${resolved(folder)}${path.sep}`.startsWith(`${resolved(other)}${path.sep}`);

function resolved(folder: string): string {
  const absolute = path.resolve(folder);
  if (existsSync(absolute)) return realpathSync(absolute);
  return path.join(resolved(path.dirname(absolute)), path.basename(absolute));
}

/** Copies keys that are not there yet. Answers all that belong to the data directory now. */
export function keepKeys(dataDir: string, keysFolder: string): readonly KeptKey[] {
  const source = path.join(dataDir, 'keys');
  const names = existsSync(source) ? readdirSync(source).filter((name) => statSync(path.join(source, name)).isFile()) : [];
  makeFolder(keysFolder, 0o700);
  return names.sort().map((name) => {
    const content = readFileSync(path.join(source, name));
    const key = { name, sha256: hash('sha256', content) };
    if (!existsSync(fileOf(keysFolder, key))) disk.writeWhole(fileOf(keysFolder, key), content);
    return key;
  });
}

/** Throws KeyMissing where one is not there, or is another one. */
export function checkKeys(keysFolder: string, keys: readonly KeptKey[]): void {
  for (const key of keys) readKey(keysFolder, key);
}

/** Puts the keys of a backup into a data directory. Throws KeyMissing. */
export function bringKeys(keysFolder: string, keys: readonly KeptKey[], dataDir: string): void {
  const target = path.join(dataDir, 'keys');
  mkdirSync(target, { recursive: true, mode: 0o700 });
  for (const key of keys) {
    const file = path.join(target, key.name);
    disk.writeWhole(file, readKey(keysFolder, key));
    chmodSync(file, 0o600);
  }
}

function readKey(keysFolder: string, key: KeptKey): Buffer {
  const file = fileOf(keysFolder, key);
  if (path.basename(key.name) !== key.name) throw new KeyMissing(`${key.name} is no name of a key`);
  if (!existsSync(file))
    throw new KeyMissing(
      `the key ${key.name} of this backup is not in ${keysFolder}: without it nothing can be posted, and encrypted words stay closed`,
    );
  const content = readFileSync(file);
  if (hash('sha256', content) !== key.sha256) throw new KeyMissing(`${file} is not the key that it was`);
  return content;
}
