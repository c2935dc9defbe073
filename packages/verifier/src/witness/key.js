// The key of a witness: `PRIVATE+KEY+<name>+<key id>+<base64 of type and seed>`, one line in a file that nobody else reads.
// @ts-check

import { createPrivateKey, createPublicKey, randomBytes } from 'node:crypto';
import { hexOf } from '../bytes.js';
import { COSIGNATURE_TYPE, isKeyName, noteKeyOf } from '../note-key.js';

const SEED_BYTES = 32;
/** What stands before the 32 bytes of a seed in PKCS #8. Source: RFC 8410 §7. */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

/** @typedef {import('../note-key.js').NoteKey & { readonly privateKey: import('node:crypto').KeyObject }} WitnessKey */

/** @param {string} name @param {Uint8Array} seed @returns {WitnessKey} */
function keyOf(name, seed) {
  const privateKey = createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, seed]), format: 'der', type: 'pkcs8' });
  const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
  return { ...noteKeyOf(name, COSIGNATURE_TYPE, Buffer.from(x, 'base64url')), privateKey };
}

/**
 * A new key. Throws for a name that is empty, or has spaces or a plus.
 * @param {string} name
 * @returns {{ readonly secret: string, readonly vkey: string }} secret: the line to keep
 */
export function makeWitnessKey(name) {
  if (!isKeyName(name)) throw new Error('The name of a witness has no spaces and no plus.');
  const seed = randomBytes(SEED_BYTES);
  const { id, vkey } = keyOf(name, seed);
  const bytes = Buffer.concat([Buffer.from([COSIGNATURE_TYPE]), seed]);
  return { secret: `PRIVATE+KEY+${name}+${hexOf(id)}+${bytes.toString('base64')}\n`, vkey };
}

/**
 * Null for what is no key of a witness.
 * @param {string} text
 * @returns {WitnessKey | null}
 */
export function parseWitnessKey(text) {
  const [, name = '', id = '', encoded = ''] = /^PRIVATE\+KEY\+([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+=*)\n?$/u.exec(text) ?? [];
  const bytes = Buffer.from(encoded, 'base64');
  if (name === '' || bytes.length !== 1 + SEED_BYTES || bytes[0] !== COSIGNATURE_TYPE) return null;
  const key = keyOf(name, bytes.subarray(1));
  return hexOf(key.id) === id ? key : null;
}
