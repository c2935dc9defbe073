// Checkpoints: C2SP tlog-checkpoint in a signed note. Size and root of a log's tree, signed by its chain key.
// @ts-check

import { isSigned } from '#platform';
import { areEqual, bytesOfBase64, bytesOfBase64url, hexOf, utf8 } from './bytes.js';
import { keyIdOf, LOG_TYPE } from './note-key.js';

const KEY_ID_BYTES = 4;
const SIGNATURE_BYTES = 64;
const NOTE = /^([^\n]+)\n([1-9][0-9]*)\n([A-Za-z0-9+/]{43}=)\n\n((?:— [^ \n]+ [A-Za-z0-9+/]+=*\n)+)$/;

/**
 * @typedef {object} NoteSignature
 * @property {string} signer the name of the key
 * @property {Uint8Array} signature with the id of the key before it
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
  const rootBytes = bytesOfBase64(root);
  if (rootBytes === null) return null;
  /** @type {NoteSignature[]} */
  const signatures = [];
  for (const line of lines.trimEnd().split('\n')) {
    const [, signer = '', text = ''] = line.split(' ');
    const signature = bytesOfBase64(text);
    if (signature === null) return null;
    signatures.push({ signer, signature });
  }
  return { text: `${origin}\n${size}\n${root}\n`, origin, size: Number(size), root: hexOf(rootBytes), signatures };
}

/** The name that the checkpoints of an organisation carry. @type {(tenantId: string) => string} */
export const originOf = (tenantId) => `countinghouse/${tenantId}`;

/**
 * Whether the chain key signed it, under the name of the log. What witnesses signed beside it is not looked at.
 * @param {Checkpoint} checkpoint
 * @param {import('./jws.js').PublicKey} key
 */
export async function isSignedBy(checkpoint, { algorithm, x, key }) {
  if (algorithm !== 'EdDSA') return false;
  const id = keyIdOf(checkpoint.origin, LOG_TYPE, bytesOfBase64url(x) ?? new Uint8Array());
  for (const signature of signaturesBy(checkpoint, id)) if (await isSigned('EdDSA', key, utf8(checkpoint.text), signature)) return true;
  return false;
}

/**
 * The signatures that are said to be by a key with this id, under the name of the log; whether they hold is for the caller to check.
 * @param {Checkpoint} checkpoint
 * @param {Uint8Array} id
 */
export const signaturesBy = ({ origin, signatures }, id) =>
  signatures
    .filter(
      ({ signer, signature }) =>
        signer === origin && signature.length === KEY_ID_BYTES + SIGNATURE_BYTES && areEqual(signature.subarray(0, KEY_ID_BYTES), id),
    )
    .map(({ signature }) => signature.subarray(KEY_ID_BYTES));
