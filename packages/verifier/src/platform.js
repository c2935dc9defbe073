// What Node gives: hashes, signatures, the shapes that lie beside the code. In a browser `#platform` is a module of the same exports
// (page/platform.js); nothing else of what checks archives and receipts knows where it runs.
// @ts-check

import { createPublicKey, hash, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { writeHex } from './bytes.js';

/** @typedef {import('#platform').Jwk} Jwk */
/** @typedef {import('#platform').Scheme} Scheme */

/** @type {(data: string | Uint8Array) => Uint8Array} */
export const sha256 = (data) => hash('sha256', data, 'buffer');

/** Writes the 32 bytes. Hexadecimal is what Node answers soonest for what is short. @type {(to: Uint8Array, at: number, data: string | Uint8Array) => void} */
export const writeSha256 = (to, at, data) => void writeHex(to, hash('sha256', data), at);

/** Hexadecimal. @type {(data: string | Uint8Array) => string} */
export const sha256Hex = (data) => hash('sha256', data);

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
