// What Node gives: hashes, signatures, the shapes that lie beside the code. In a browser `#platform` is a module of the same exports
// (page/platform.js); nothing else of what checks archives and receipts knows where it runs.
// @ts-check

import { isAscii } from 'node:buffer';
import { createPublicKey, hash, verify } from 'node:crypto';
import { closeSync, mkdtempSync, openSync, readFileSync, readSync, rmSync, writeSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { writeHex } from './bytes.js';

/** @typedef {import('#platform').Jwk} Jwk */
/** @typedef {import('#platform').Scheme} Scheme */

const NEWLINE = 0x0a;
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * The lines of UTF-8, and what follows the last of them; TypeError for what is none. Most archives are ASCII, which needs no decoding, nor a text of
 * half a megabyte to be cut up.
 * @param {Uint8Array} bytes
 */
export function splitLines(bytes) {
  if (!isAscii(bytes)) return utf8.decode(bytes).split('\n');
  const buffer = /** @type {Buffer & { latin1Slice(from: number, to?: number): string }} */ (
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  );
  const lines = [];
  let from = 0;
  for (let end = buffer.indexOf(NEWLINE); end >= 0; end = buffer.indexOf(NEWLINE, from)) {
    lines.push(buffer.latin1Slice(from, end));
    from = end + 1;
  }
  lines.push(buffer.latin1Slice(from));
  return lines;
}

/** @type {(data: string | Uint8Array) => Uint8Array} */
export const sha256 = (data) => hash('sha256', data, 'buffer');

/** Writes the 32 bytes. Hexadecimal is what Node answers soonest for what is short. @type {(to: Uint8Array, at: number, data: string | Uint8Array) => void} */
export const writeSha256 = (to, at, data) => void writeHex(to, hash('sha256', data), at);

/** Hexadecimal. @type {(data: string | Uint8Array) => string} */
export const sha256Hex = (data) => hash('sha256', data);

/** @type {(data: string | Uint8Array, expected: string) => boolean} */
export const hasSha256 = (data, expected) => hash('sha256', data) === expected;

/** @type {(name: string, data: Uint8Array) => Promise<Uint8Array>} */
export const digestOf = async (name, data) => hash(name, data, 'buffer');

/** A public key to verify with. Throws for what is none. @param {Jwk} jwk Ed25519 or P-256 */
export const publicKeyOf = (jwk) => createPublicKey({ key: { ...jwk }, format: 'jwk' });

/**
 * Whether a signature holds: Ed25519, or ECDSA with SHA-256 as `r ‖ s`. Computed beside the main thread.
 * @param {'EdDSA' | 'ES256'} algorithm
 * @param {ReturnType<typeof publicKeyOf>} key
 * @param {Uint8Array} data
 * @param {Uint8Array} signature
 * @returns {Promise<boolean>}
 */
export function isSigned(algorithm, key, data, signature) {
  return new Promise((resolve) => {
    const answer = (/** @type {Error | null} */ error, /** @type {boolean} */ isValid) => resolve(error === null && isValid);
    if (algorithm === 'EdDSA') verify(null, data, key, signature, answer);
    else verify('sha256', data, { key, dsaEncoding: 'ieee-p1363' }, signature, answer);
  });
}

/**
 * Whether the key of a certificate signed. Throws for what is no key.
 * @param {Uint8Array} spki DER of its SubjectPublicKeyInfo
 * @param {Scheme} scheme
 * @param {Uint8Array} data
 * @param {Uint8Array} signature of ECDSA in DER
 * @returns {Promise<boolean>}
 */
export const isSignedWith = async (spki, { digest }, data, signature) =>
  verify(digest, data, createPublicKey({ key: Buffer.from(spki), format: 'der', type: 'spki' }), signature);

/** `../shapes.json`. @type {Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>} */
export const shapesOfEvents = JSON.parse(readFileSync(new URL('../shapes.json', import.meta.url), 'utf8'));

/**
 * A file for what is too much for memory; nobody else finds it, and nothing is left of it. Null where none can be made.
 * @returns {import('#platform').SpareFile | null}
 */
export function spareFile() {
  let folder;
  let file;
  try {
    folder = mkdtempSync(path.join(os.tmpdir(), 'countinghouse-verify-'));
    file = openSync(path.join(folder, 'ids'), 'wx+', 0o600);
  } catch {
    return null;
  } finally {
    // An open file needs no name; where a system does not agree, it goes when the process ends.
    if (folder !== undefined) removeSoon(folder);
  }
  const opened = file;
  return {
    write(bytes, at) {
      try {
        for (let done = 0; done < bytes.length; ) done += writeSync(opened, bytes, done, bytes.length - done, at + done);
        return true;
      } catch {
        return false;
      }
    },
    read(into, at) {
      for (let done = 0; done < into.length; ) {
        const read = readSync(opened, into, done, into.length - done, at + done);
        if (read === 0) throw new Error('what was set aside in a file is not there any more');
        done += read;
      }
    },
    close: () => closeSync(opened),
  };
}

/** @param {string} folder */
function removeSoon(folder) {
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    remove();
  } catch {
    process.on('exit', remove);
  }
}
