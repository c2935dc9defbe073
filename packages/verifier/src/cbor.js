// CBOR (RFC 8949) in its one deterministic form (§4.2.1): shortest lengths, keys of maps in order and once each, nothing of indefinite length.
// Whole numbers, bytes, text, arrays, maps, tags and null; anything else is refused.
// @ts-check

import { areEqual } from './bytes.js';

/** @typedef {number | string | null | Uint8Array | Tagged | readonly unknown[] | ReadonlyMap<unknown, unknown>} Cbor */

const DEPTH_MAX = 16;
const NULL = 0xf6;
const MAJOR = { unsigned: 0, negative: 1, bytes: 2, text: 3, array: 4, map: 5, tag: 6 };
const utf8Text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export class Tagged {
  /** @param {number} tag @param {Cbor} value */
  constructor(tag, value) {
    this.tag = tag;
    this.value = value;
  }
}

/**
 * The one item that the bytes are. Throws RangeError for what is not CBOR in that form, or goes on behind it.
 * @param {Uint8Array} bytes
 * @returns {Cbor}
 */
export function decodeCbor(bytes) {
  const reader = new Reader(bytes);
  const item = reader.item(DEPTH_MAX);
  if (reader.at !== bytes.length) throw new RangeError('something follows');
  return item;
}

class Reader {
  #bytes;
  at = 0;

  /** @param {Uint8Array} bytes */
  constructor(bytes) {
    this.#bytes = bytes;
  }

  /** @param {number} depth how many items may still lie in each other @returns {Cbor} */
  item(depth) {
    if (depth === 0) throw new RangeError('too deep');
    const [first = NULL] = this.#take(1);
    if (first === NULL) return null;
    const major = first >> 5;
    const count = this.#count(first & 31);
    if (major === MAJOR.unsigned) return count;
    if (major === MAJOR.negative) return -1 - count;
    if (major === MAJOR.bytes) return this.#take(count);
    if (major === MAJOR.text) return textOf(this.#take(count));
    if (major === MAJOR.array) {
      const items = [];
      for (let i = 0; i < count; i++) items.push(this.item(depth - 1));
      return items;
    }
    if (major === MAJOR.map) return this.#map(count, depth);
    if (major === MAJOR.tag) return new Tagged(count, this.item(depth - 1));
    throw new RangeError('a kind of value that is not understood here');
  }

  /** @param {number} count @param {number} depth */
  #map(count, depth) {
    /** @type {Map<unknown, unknown>} */
    const map = new Map();
    /** @type {Uint8Array | null} */
    let before = null;
    for (let i = 0; i < count; i++) {
      const from = this.at;
      const key = this.item(1);
      const encoded = this.#bytes.subarray(from, this.at);
      if (typeof key !== 'number' && typeof key !== 'string') throw new RangeError('a key that is neither number nor text');
      if (before !== null && !isBefore(before, encoded)) throw new RangeError('keys out of order, or one twice');
      before = encoded;
      map.set(key, this.item(depth - 1));
    }
    return map;
  }

  /** What the low five bits of a first byte count, with the bytes behind it; in its shortest form. @param {number} low */
  #count(low) {
    if (low < 24) return low;
    if (low > 27) throw new RangeError('an indefinite length, or none');
    const size = 2 ** (low - 24);
    let value = 0;
    for (const byte of this.#take(size)) value = value * 256 + byte;
    if (!Number.isSafeInteger(value)) throw new RangeError('a number beyond 2⁵³ − 1');
    if (value < (size === 1 ? 24 : 256 ** (size / 2))) throw new RangeError('a number that is not in its shortest form');
    return value;
  }

  /** @param {number} size */
  #take(size) {
    if (size > this.#bytes.length - this.at) throw new RangeError('it ends too early');
    this.at += size;
    return this.#bytes.subarray(this.at - size, this.at);
  }
}

/** @param {Uint8Array} bytes */
function textOf(bytes) {
  try {
    return utf8Text.decode(bytes);
  } catch {
    throw new RangeError('text that is not UTF-8');
  }
}

/** Byte by byte. @param {Uint8Array} a @param {Uint8Array} b */
function isBefore(a, b) {
  const at = a.findIndex((byte, i) => byte !== b[i]);
  return at < 0 ? !areEqual(a, b) : Number(a[at]) < (b[at] ?? -1);
}
