// A receipt as a COSE receipt (RFC 9942), taken apart: docs/reference/receipt-format.md.
// @ts-check

import { hexOf, joined, utf8 } from './bytes.js';
import { decodeCbor, Tagged } from './cbor.js';

/**
 * @typedef {object} CoseSignature
 * @property {string} kid thumbprint of the key that signed
 * @property {string} issuer the name of the log
 * @property {number} size leaves of the tree, which the signature is not over
 * @property {(root: Uint8Array) => Uint8Array} over what was signed, for a root: Sig_structure of RFC 9052 §4.4
 * @property {Uint8Array} signature
 */

const COSE_SIGN1 = 18;
/** What tagged COSE_Sign1 begins with: the tag in one byte. */
const FIRST_BYTE = 0xc0 | COSE_SIGN1;
/** Header parameters, each with its label; those below −65536 are for private use (RFC 9052 §11.1). */
const LABEL = { algorithm: 1, kid: 4, claims: 15, structure: 395, proofs: 396, checkpoint: -65537, extra: -65538 };
const EDDSA = -8;
const RFC9162_SHA256 = 1;
const INCLUSION = -1;
const ISSUER = 1;
const HASH_BYTES = 32;
const SIGNATURE_BYTES = 64;
const utf8Text = new TextDecoder();

/** @param {Uint8Array} bytes */
export const looksLikeCose = (bytes) => bytes[0] === FIRST_BYTE;

/**
 * @param {Uint8Array} bytes
 * @returns {import('./tlog-proof.js').ReceiptParts | string} or why it is none
 */
export function parseCoseReceipt(bytes) {
  try {
    return partsOf(decodeCbor(bytes)) ?? 'it is not a COSE receipt with an event in it';
  } catch (error) {
    if (error instanceof RangeError) return `it is not CBOR as it must be written: ${error.message}`;
    throw error;
  }
}

/** Throws RangeError where CBOR within it is none. @param {unknown} item @returns {import('./tlog-proof.js').ReceiptParts | null} */
function partsOf(item) {
  if (!(item instanceof Tagged) || item.tag !== COSE_SIGN1 || !Array.isArray(item.value) || item.value.length !== 4) return null;
  const [header, unprotected, payload, signature] = item.value;
  if (!(header instanceof Uint8Array) || payload !== null || !isOfBytes(signature, SIGNATURE_BYTES)) return null;
  const signed = membersOf(decodeCbor(header), [LABEL.algorithm, LABEL.kid, LABEL.claims, LABEL.structure]);
  const beside = membersOf(unprotected, [LABEL.proofs, LABEL.checkpoint, LABEL.extra]);
  if (signed === null || beside === null) return null;
  const [algorithm, kid, claims, structure] = signed;
  const [proofs, note, extra] = beside;
  const [issuer] = membersOf(claims, [ISSUER]) ?? [];
  const [inclusions] = membersOf(proofs, [INCLUSION]) ?? [];
  if (algorithm !== EDDSA || structure !== RFC9162_SHA256 || !(kid instanceof Uint8Array) || typeof issuer !== 'string') return null;
  if (typeof note !== 'string' || typeof extra !== 'string') return null;
  if (!Array.isArray(inclusions) || inclusions.length !== 1 || !(inclusions[0] instanceof Uint8Array)) return null;
  const proof = decodeCbor(inclusions[0]);
  if (!Array.isArray(proof) || proof.length !== 3) return null;
  const [size, index, path] = proof;
  if (!isCount(size) || !isCount(index) || !Array.isArray(path) || !path.every((hash) => isOfBytes(hash, HASH_BYTES))) return null;
  const over = (/** @type {Uint8Array} */ root) =>
    joined([Uint8Array.of(0x84), text('Signature1'), byteString(header), byteString(new Uint8Array()), byteString(root)]);
  return {
    format: 'cose',
    extra,
    index,
    path: path.map(hexOf),
    note,
    cose: { kid: utf8Text.decode(kid), issuer, size, over, signature },
  };
}

/**
 * The values of a map that has exactly these keys; null for anything else.
 * @param {unknown} map
 * @param {readonly number[]} keys
 * @returns {readonly unknown[] | null}
 */
const membersOf = (map, keys) =>
  map instanceof Map && map.size === keys.length && keys.every((key) => map.has(key)) ? keys.map((key) => map.get(key)) : null;

/** @param {unknown} value @param {number} size */
const isOfBytes = (value, size) => value instanceof Uint8Array && value.length === size;
/** @param {unknown} value */
const isCount = (value) => typeof value === 'number' && value >= 0;

/** As CBOR. @param {string} value shorter than 24 bytes */
const text = (value) => joined([Uint8Array.of(0x60 | value.length), utf8(value)]);

/** As CBOR. @param {Uint8Array} bytes shorter than 64 KB */
function byteString(bytes) {
  const { length } = bytes;
  const head = length < 24 ? [0x40 | length] : length < 256 ? [0x58, length] : [0x59, length >> 8, length & 255];
  return joined([Uint8Array.from(head), bytes]);
}
