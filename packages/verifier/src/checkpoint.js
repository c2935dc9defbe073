// Checkpoints: C2SP tlog-checkpoint in a signed note. Size and root of a log's tree, signed by its chain key.
// @ts-check

import { hash, verify } from 'node:crypto';

const KEY_ID_BYTES = 4;
const SIGNATURE_BYTES = 64;
const ED25519_TYPE = 0x01;
const NOTE = /^([^\n]+)\n([1-9][0-9]*)\n([A-Za-z0-9+/]{43}=)\n\n((?:— [^ \n]+ [A-Za-z0-9+/]+=*\n)+)$/;

/**
 * @typedef {object} NoteSignature
 * @property {string} signer the name of the key
 * @property {Buffer} signature with the id of the key before it
 */

/**
 * @typedef {object} Checkpoint
 * @property {string} text what was signed
 * @property {string} origin
 * @property {number} size leaves
 * @property {string} root hexadecimal
 * @property {readonly NoteSignature[]} signatures of the log, and perhaps of witnesses
 */

/**
 * @param {string} note
 * @returns {Checkpoint | null}
 */
export function parseCheckpoint(note) {
  const match = NOTE.exec(note);
  if (match === null) return null;
  const [, origin = '', size = '', root = '', lines = ''] = match;
  if (!Number.isSafeInteger(Number(size))) return null;
  const rootBytes = Buffer.from(root, 'base64');
  const signed = lines
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [, signer = '', signature = ''] = line.split(' ');
      return { signer, text: signature, signature: Buffer.from(signature, 'base64') };
    });
  if (rootBytes.toString('base64') !== root || signed.some(({ text, signature }) => signature.toString('base64') !== text)) return null;
  const text = `${origin}\n${size}\n${root}\n`;
  const signatures = signed.map(({ signer, signature }) => ({ signer, signature }));
  return { text, origin, size: Number(size), root: rootBytes.toString('hex'), signatures };
}

/** The name that the checkpoints of an organisation carry. @type {(tenantId: string) => string} */
export const originOf = (tenantId) => `countinghouse/${tenantId}`;

/**
 * Whether the chain key signed it, under the name of the log. What witnesses signed beside it is not looked at.
 * @param {Checkpoint} checkpoint
 * @param {import('./jws.js').PublicKey} key
 */
export function isSignedBy({ text, origin, signatures }, key) {
  if (key.algorithm !== 'EdDSA') return false;
  const publicBytes = Buffer.from(key.x, 'base64url');
  const id = hash('sha256', Buffer.concat([Buffer.from(`${origin}\n`), Buffer.from([ED25519_TYPE]), publicBytes]), 'buffer');
  return signatures.some(
    ({ signer, signature }) =>
      signer === origin &&
      signature.length === KEY_ID_BYTES + SIGNATURE_BYTES &&
      signature.subarray(0, KEY_ID_BYTES).equals(id.subarray(0, KEY_ID_BYTES)) &&
      verify(null, Buffer.from(text), key.key, signature.subarray(KEY_ID_BYTES)),
  );
}
