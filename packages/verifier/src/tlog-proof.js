// A receipt as a C2SP tlog-proof, taken apart: docs/reference/receipt-format.md.
// @ts-check

import { bytesOfBase64, hexOf } from './bytes.js';

/**
 * What a receipt consists of, whichever its format. Nothing of it is checked but how it is written.
 * @typedef {object} ReceiptParts
 * @property {'tlog-proof' | 'cose'} format
 * @property {string} extra the event and the chain keys, as JSON
 * @property {number} index of the leaf
 * @property {readonly string[]} path hashes in hexadecimal
 * @property {string} note the checkpoint with its signatures
 * @property {import('./cose-receipt.js').CoseSignature | null} cose what a COSE receipt has beside these
 */

const FORM = /^c2sp\.org\/tlog-proof@v1\nextra ([A-Za-z0-9+/]+=*)\nindex (0|[1-9][0-9]*)\n((?:[A-Za-z0-9+/]{43}=\n)*)\n([\s\S]+)$/;
const utf8Text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * @param {Uint8Array} bytes
 * @returns {ReceiptParts | string} or why it is none
 */
export function parseTlogProof(bytes) {
  const [, encoded = '', index = '', lines = '', note = ''] = FORM.exec(textOf(bytes) ?? '') ?? [];
  if (note === '') return 'it is no tlog-proof with an event in it, and no COSE receipt';
  const told = bytesOfBase64(encoded);
  const extra = told === null ? null : textOf(told);
  const path = lines === '' ? [] : lines.trimEnd().split('\n').map(bytesOfBase64);
  if (extra === null || !path.every((hash) => hash !== null)) return 'it is not written as a tlog-proof is';
  return { format: 'tlog-proof', extra, index: Number(index), path: path.map(hexOf), note, cose: null };
}

/** Null where it is not UTF-8. @param {Uint8Array} bytes */
function textOf(bytes) {
  try {
    return utf8Text.decode(bytes);
  } catch {
    return null;
  }
}
