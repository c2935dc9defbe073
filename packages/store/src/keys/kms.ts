// Key management: wraps private keys so that the database alone is worth nothing. `Kms` is the one interface; the local one
// keeps its master key in a file of mode 600 in the data directory.

import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export interface Kms {
  /** Encrypts a small secret. `context` is bound to it: unwrapping with another one fails. */
  wrap(secret: Buffer, context: string): Promise<string>;
  /** Throws KeyUnavailable when the master key or the context is not the one it was wrapped with. */
  unwrap(wrapped: string, context: string): Promise<Buffer>;
}

export class KeyUnavailable extends Error {}

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const IV_BYTES = 12;
const FORMAT = 'local1';

export function localKms(masterKey: Buffer): Kms {
  if (masterKey.length !== KEY_BYTES) throw new KeyUnavailable(`a master key has ${KEY_BYTES} bytes`);
  return {
    async wrap(secret, context) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(ALGORITHM, masterKey, iv).setAAD(Buffer.from(context));
      const body = Buffer.concat([cipher.update(secret), cipher.final()]);
      return [FORMAT, ...[iv, body, cipher.getAuthTag()].map((b) => b.toString('base64url'))].join('.');
    },
    async unwrap(wrapped, context) {
      const [format, ...parts] = wrapped.split('.');
      const [iv, body, tag] = parts.map((p) => Buffer.from(p, 'base64url'));
      if (format !== FORMAT || iv === undefined || body === undefined || tag === undefined)
        throw new KeyUnavailable('not a key wrapped here');
      try {
        const decipher = createDecipheriv(ALGORITHM, masterKey, iv).setAAD(Buffer.from(context)).setAuthTag(tag);
        return Buffer.concat([decipher.update(body), decipher.final()]);
      } catch {
        throw new KeyUnavailable('the key was wrapped with another master key: restore keys/master.key of this data directory');
      }
    },
  };
}

/** Reads `keys/master.key` below the data directory, or makes it. */
export function openLocalKms(dataDir: string): Kms {
  const file = path.join(dataDir, 'keys', 'master.key');
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  try {
    writeFileSync(file, randomBytes(KEY_BYTES), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return localKms(readFileSync(file));
}
