// Bytes and the texts that stand for them, the same wherever it runs.
// @ts-check

const HEX = '0123456789abcdef';
const hexOfByte = Array.from({ length: 256 }, (_, byte) => `${HEX[byte >> 4]}${HEX[byte & 15]}`);
const NO_DIGIT = 0xff;
/** By character code. */
const valueOfHex = new Uint8Array(128).fill(NO_DIGIT);
for (let i = 0; i < HEX.length; i++) valueOfHex[HEX.charCodeAt(i)] = i;

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const BASE64URL = `${BASE64.slice(0, -2)}-_`;
const encoder = new TextEncoder();

/** UTF-8. @type {(text: string) => Uint8Array<ArrayBuffer>} */
export const utf8 = (text) => encoder.encode(text);

/** Lower case. @param {Uint8Array} bytes */
export function hexOf(bytes) {
  let text = '';
  for (const byte of bytes) text += /** @type {string} */ (hexOfByte[byte]);
  return text;
}

/**
 * Writes what hexadecimal digits in lower case stand for; the caller knows that they are.
 * @param {Uint8Array} bytes
 * @param {string} hex
 * @param {number} [at]
 */
export function writeHex(bytes, hex, at = 0) {
  for (let i = 0; i < hex.length; i += 2) {
    const high = valueOfHex[hex.charCodeAt(i)] ?? 0;
    bytes[at + i / 2] = (high << 4) | (valueOfHex[hex.charCodeAt(i + 1)] ?? 0);
  }
  return bytes;
}

const HASH_DIGITS = 64;

/** Whether a text is a hash in hexadecimal, in lower case. @param {string} text */
export function isHash(text) {
  if (text.length !== HASH_DIGITS) return false;
  for (let i = 0; i < HASH_DIGITS; i++) if ((valueOfHex[text.charCodeAt(i)] ?? NO_DIGIT) === NO_DIGIT) return false;
  return true;
}

const DASH = 0x2d;
/** Where a UUID has its dashes. */
const DASHES = [8, 13, 18, 23];
/** Where the digits of each of its bytes are. */
const DIGITS = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34];
const UUID_CHARACTERS = 36;

/**
 * Writes the sixteen bytes of a UUID in lower case. False where the text is none: what was written is nothing then.
 * @param {Uint8Array} bytes
 * @param {number} at
 * @param {string} id
 */
export function writeUuid(bytes, at, id) {
  if (id.length !== UUID_CHARACTERS) return false;
  for (const dash of DASHES) if (id.charCodeAt(dash) !== DASH) return false;
  for (let i = 0; i < DIGITS.length; i++) {
    const digit = /** @type {number} */ (DIGITS[i]);
    const high = valueOfHex[id.charCodeAt(digit)] ?? NO_DIGIT;
    const low = valueOfHex[id.charCodeAt(digit + 1)] ?? NO_DIGIT;
    if (high === NO_DIGIT || low === NO_DIGIT) return false;
    bytes[at + i] = (high << 4) | low;
  }
  return true;
}

/** The UUID of sixteen bytes. @param {Uint8Array} bytes @param {number} at */
export function uuidAt(bytes, at) {
  const hex = hexOf(bytes.subarray(at, at + DIGITS.length));
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** Of digits in lower case, two a byte. @param {string} hex */
export const bytesOfHex = (hex) => writeHex(new Uint8Array(hex.length / 2), hex);

/** @type {(bytes: Uint8Array) => string} */
export const base64Of = (bytes) => encode(bytes, BASE64, '=');

/** RFC 4648 §5, without padding. @type {(bytes: Uint8Array) => string} */
export const base64urlOf = (bytes) => encode(bytes, BASE64URL, '');

/** Null where the text is not what `base64Of` gives. @type {(text: string) => Uint8Array<ArrayBuffer> | null} */
export const bytesOfBase64 = (text) => decode(text, BASE64, '=');

/** Null where the text is not what `base64urlOf` gives. @type {(text: string) => Uint8Array<ArrayBuffer> | null} */
export const bytesOfBase64url = (text) => decode(text, BASE64URL, '');

/** @param {Uint8Array} bytes @param {string} alphabet @param {string} padding */
function encode(bytes, alphabet, padding) {
  let text = '';
  for (let i = 0; i < bytes.length; i += 3) {
    const [a = 0, b, c] = [bytes[i], bytes[i + 1], bytes[i + 2]];
    const bits = (a << 16) | ((b ?? 0) << 8) | (c ?? 0);
    text += `${alphabet[bits >> 18]}${alphabet[(bits >> 12) & 63]}${b === undefined ? padding : alphabet[(bits >> 6) & 63]}${c === undefined ? padding : alphabet[bits & 63]}`;
  }
  return text;
}

/** @param {string} text @param {string} alphabet @param {string} padding */
function decode(text, alphabet, padding) {
  const digits = padding === '' ? text : text.replace(/={1,2}$/, '');
  const bytes = new Uint8Array(Math.floor((digits.length * 3) / 4));
  let [bits, held, at] = [0, 0, 0];
  for (const digit of digits) {
    const value = alphabet.indexOf(digit);
    if (value < 0) return null;
    bits = ((bits << 6) | value) & 0xffff;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    bytes[at++] = (bits >> held) & 0xff;
  }
  // One way to write it: no spare bits, and the padding that belongs there.
  return encode(bytes, alphabet, padding) === text ? bytes : null;
}

/** @param {readonly Uint8Array[]} parts */
export function joined(parts) {
  const bytes = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** @param {Uint8Array} a @param {Uint8Array} b */
export const areEqual = (a, b) => a.length === b.length && a.every((byte, i) => byte === b[i]);

/** @typedef {Uint8Array | Uint32Array | Float64Array} Column */

/** Bytes that a column may begin at. */
const GRAIN = 8;

/**
 * The same columns in memory of their own, all in one piece: it changes hands sooner than many.
 * @template {{ readonly [name: string]: Column }} T
 * @param {T} columns
 * @returns {T}
 */
export function inOnePiece(columns) {
  const grown = (/** @type {number} */ size) => Math.ceil(size / GRAIN) * GRAIN;
  const buffer = new ArrayBuffer(Object.values(columns).reduce((size, { byteLength }) => size + grown(byteLength), 0));
  let at = 0;
  const moved = Object.entries(columns).map(([name, column]) => {
    const Kind = /** @type {new (buffer: ArrayBuffer, at: number, length: number) => Column} */ (column.constructor);
    const own = new Kind(buffer, at, column.length);
    own.set(column);
    at += grown(column.byteLength);
    return [name, own];
  });
  return Object.fromEntries(moved);
}

/** Records of so many bytes, one behind the other, in memory that grows with them. */
export class Records {
  #size;
  #spare;
  #bytes;
  count = 0;

  /** @param {number} size bytes of a record @param {number} [spare] bytes that may be written behind the last */
  constructor(size, spare = 0) {
    this.#size = size;
    this.#spare = spare;
    this.#bytes = new Uint8Array(256 * size + spare);
  }

  /** Memory for the next one, and where in it: valid until the next call. */
  next() {
    const at = this.count * this.#size;
    if (at + this.#size + this.#spare > this.#bytes.length) {
      const grown = new Uint8Array(2 * this.#bytes.length);
      grown.set(this.#bytes);
      this.#bytes = grown;
    }
    this.count += 1;
    return { bytes: this.#bytes, at };
  }

  /** All of them: valid until the next call of `next`. */
  whole() {
    return this.#bytes.subarray(0, this.count * this.#size);
  }
}
