// Keys of signed notes: C2SP signed-note. A verifier key (vkey) is `<name>+<key id>+<base64 of type and public key>`.
// @ts-check

import { publicKeyOf, sha256 } from '#platform';
import { base64Of, base64urlOf, bytesOfBase64, hexOf, joined, utf8 } from './bytes.js';

const KEY_ID_BYTES = 4;
const ED25519_BYTES = 32;
/** Signs the text of a note as it is: the keys of logs. */
export const LOG_TYPE = 0x01;
/** Signs a checkpoint with the time at which it was seen: the keys of witnesses (tlog-cosignature, `cosignature/v1`). */
export const COSIGNATURE_TYPE = 0x04;

/**
 * @typedef {object} NoteKey
 * @property {string} name
 * @property {number} type
 * @property {Uint8Array} id 4 bytes
 * @property {string} x base64url of the 32 bytes of an Ed25519 key
 * @property {ReturnType<typeof publicKeyOf>} key
 * @property {string} vkey
 */

/**
 * The first four bytes of SHA-256(name ‖ 0x0A ‖ type ‖ public key).
 * @param {string} name
 * @param {number} type
 * @param {Uint8Array} bytes
 */
export const keyIdOf = (name, type, bytes) => sha256(joined([utf8(`${name}\n`), Uint8Array.of(type), bytes])).subarray(0, KEY_ID_BYTES);

/** A name is not empty, and has no spaces and no plus. @type {(name: string) => boolean} */
export const isKeyName = (name) => /^[^\s+]+$/u.test(name);

/**
 * The key with this name. Expects the 32 bytes of an Ed25519 key.
 * @param {string} name
 * @param {number} type
 * @param {Uint8Array} bytes
 * @returns {NoteKey}
 */
export function noteKeyOf(name, type, bytes) {
  const id = keyIdOf(name, type, bytes);
  const x = base64urlOf(bytes);
  const key = publicKeyOf({ kty: 'OKP', crv: 'Ed25519', x });
  const vkey = `${name}+${hexOf(id)}+${base64Of(joined([Uint8Array.of(type), bytes]))}`;
  return { name, type, id, x, key, vkey };
}

/**
 * Null for what is no vkey of this type, or whose id is not that of its key.
 * @param {string} vkey
 * @param {number} type
 * @returns {NoteKey | null}
 */
export function parseVkey(vkey, type) {
  const [, name = '', id = '', text = ''] = /^([^+]*)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+=*)$/.exec(vkey) ?? [];
  const bytes = bytesOfBase64(text);
  if (!isKeyName(name) || bytes === null || bytes.length !== 1 + ED25519_BYTES || bytes[0] !== type) return null;
  const key = noteKeyOf(name, type, bytes.subarray(1));
  return hexOf(key.id) === id ? key : null;
}
