// Key management: wraps secrets so that the database alone is worth nothing. `Kms` is the one interface. The local one keeps its
// master key in a file in the data directory that nobody else may read; `aws-kms.ts` is another.

import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export interface Kms {
  /** Encrypts a small secret. `context` is bound to it: unwrapping with another one fails. */
  wrap(secret: Buffer, context: string): Promise<string>;
  /** Throws KeyUnavailable when the master key or the context is not the one it was wrapped with. */
  unwrap(wrapped: string, context: string): Promise<Buffer>;
  /** The same secret wrapped under the master key of today. Throws as `unwrap`. */
  rotate(wrapped: string, context: string): Promise<string>;
}

export class KeyUnavailable extends Error {}

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const IV_BYTES = 12;
export const LOCAL_FORMAT = 'local1';
const MASTER = 'master.key';
/** Master keys that were replaced: they unwrap what is not wrapped anew yet. */
const FORMER = /^master\.\d+\.key$/;
/** What others may do with a file: nothing. */
const OTHERS = 0o077;

/** The first key wraps; those after it are former ones that still unwrap. */
export function localKms(...masterKeys: readonly [Buffer, ...Buffer[]]): Kms {
  if (masterKeys.some((key) => key.length !== KEY_BYTES)) throw new KeyUnavailable(`a master key has ${KEY_BYTES} bytes`);
  const wrap = (secret: Buffer, context: string): string => {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(ALGORITHM, masterKeys[0], iv).setAAD(Buffer.from(context));
    const body = Buffer.concat([cipher.update(secret), cipher.final()]);
    return [LOCAL_FORMAT, ...[iv, body, cipher.getAuthTag()].map((b) => b.toString('base64url'))].join('.');
  };
  const unwrap = (wrapped: string, context: string): Buffer => {
    const [format, ...parts] = wrapped.split('.');
    const [iv, body, tag] = parts.map((p) => Buffer.from(p, 'base64url'));
    if (format !== LOCAL_FORMAT || iv === undefined || body === undefined || tag === undefined)
      throw new KeyUnavailable('not a key wrapped here');
    for (const masterKey of masterKeys) {
      try {
        const decipher = createDecipheriv(ALGORITHM, masterKey, iv).setAAD(Buffer.from(context)).setAuthTag(tag);
        return Buffer.concat([decipher.update(body), decipher.final()]);
      } catch {
        // Not under this one.
      }
    }
    throw new KeyUnavailable('the key was wrapped with another master key: restore keys/master.key of this data directory');
  };
  return {
    wrap: async (secret, context) => wrap(secret, context),
    unwrap: async (wrapped, context) => unwrap(wrapped, context),
    rotate: async (wrapped, context) => wrap(unwrap(wrapped, context), context),
  };
}

/** Reads `keys/master.key` below the data directory, or makes it. Throws KeyUnavailable for one that others may read. */
export function openLocalKms(dataDir: string): Kms {
  const folder = path.join(dataDir, 'keys');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  makeKey(path.join(folder, MASTER));
  const former = readdirSync(folder).filter((name) => FORMER.test(name));
  return localKms(readKey(path.join(folder, MASTER)), ...former.map((name) => readKey(path.join(folder, name))));
}

/** Puts a new master key in place of the one there is, which is kept beside it to unwrap with. Answers the former one's file. */
export function replaceMasterKey(dataDir: string): string {
  const folder = path.join(dataDir, 'keys');
  const taken = readdirSync(folder).flatMap((name) => (FORMER.test(name) ? [Number(name.split('.')[1])] : []));
  const former = path.join(folder, `master.${Math.max(0, ...taken) + 1}.key`);
  readKey(path.join(folder, MASTER));
  renameSync(path.join(folder, MASTER), former);
  makeKey(path.join(folder, MASTER));
  return former;
}

function makeKey(file: string): void {
  try {
    writeFileSync(file, randomBytes(KEY_BYTES), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

function readKey(file: string): Buffer {
  // On Windows a file has no such bits: who may read it is for the folder to say.
  if (process.platform !== 'win32' && (statSync(file).mode & OTHERS) !== 0)
    throw new KeyUnavailable(`others may read ${file}: run chmod 600 on it, and think of the key as known to whoever could`);
  return readFileSync(file);
}
