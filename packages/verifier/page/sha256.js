// SHA-256 (FIPS 180-4) in the turn of the caller: that of the browser answers later, which costs more than a short text takes.
// @ts-check

const BLOCK_BYTES = 64;
const LENGTH_AT = 56;
const WORDS = 64;
const SCRATCH_BYTES = 1 << 16;
const ASCII_MAX = 0x7f;

/** The first 32 bits of the fraction of a root: square 2, cube 3. @param {number} prime @param {number} root */
function fractionOf(prime, root) {
  const [scale, places] = [BigInt(prime) << BigInt(32 * root), BigInt(root)];
  let [low, high] = [0n, 1n << 40n];
  while (high - low > 1n) {
    const middle = (low + high) >> 1n;
    if (middle ** places <= scale) low = middle;
    else high = middle;
  }
  return Number(low & 0xffffffffn);
}

const primes = Array.from({ length: 312 }, (_, i) => i).filter(
  (n) => n > 1 && [2, 3, 5, 7, 11, 13, 17].every((p) => n === p || n % p !== 0),
);
const constants = Int32Array.from(primes.slice(0, WORDS), (prime) => fractionOf(prime, 3));
const start = Int32Array.from(primes.slice(0, 8), (prime) => fractionOf(prime, 2));

const w = new Int32Array(WORDS);
const encoder = new TextEncoder();
const decoderOfHex = new TextDecoder('latin1');
let scratch = new Uint8Array(SCRATCH_BYTES);
const tail = new Uint8Array(2 * BLOCK_BYTES);
const tailView = new DataView(tail.buffer);
const DIGEST_BYTES = 32;
/** Of the hash that is being made; nothing here waits. */
const running = start.slice();

/** @param {Int32Array} state @param {Uint8Array} bytes @param {number} from @param {number} to whole blocks */
function compress(state, bytes, from, to) {
  let s0 = state[0];
  let s1 = state[1];
  let s2 = state[2];
  let s3 = state[3];
  let s4 = state[4];
  let s5 = state[5];
  let s6 = state[6];
  let s7 = state[7];
  for (let at = from; at < to; at += BLOCK_BYTES) {
    for (let i = 0; i < 16; i++) {
      const p = at + i * 4;
      w[i] = (bytes[p] << 24) | (bytes[p + 1] << 16) | (bytes[p + 2] << 8) | bytes[p + 3];
    }
    for (let i = 16; i < WORDS; i++) {
      const x = w[i - 15];
      const y = w[i - 2];
      const a = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
      const b = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
      w[i] = (w[i - 16] + a + w[i - 7] + b) | 0;
    }
    let a = s0;
    let b = s1;
    let c = s2;
    let d = s3;
    let e = s4;
    let f = s5;
    let g = s6;
    let h = s7;
    for (let i = 0; i < WORDS; i++) {
      const big1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
      const t1 = (h + big1 + (g ^ (e & (f ^ g))) + constants[i] + w[i]) | 0;
      const big0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
      const t2 = (big0 + ((a & b) | (c & (a | b)))) | 0;
      h = g;
      g = f;
      f = e;
      e = (d + t1) | 0;
      d = c;
      c = b;
      b = a;
      a = (t1 + t2) | 0;
    }
    s0 = (s0 + a) | 0;
    s1 = (s1 + b) | 0;
    s2 = (s2 + c) | 0;
    s3 = (s3 + d) | 0;
    s4 = (s4 + e) | 0;
    s5 = (s5 + f) | 0;
    s6 = (s6 + g) | 0;
    s7 = (s7 + h) | 0;
  }
  state[0] = s0;
  state[1] = s1;
  state[2] = s2;
  state[3] = s3;
  state[4] = s4;
  state[5] = s5;
  state[6] = s6;
  state[7] = s7;
}

/** What is left of a text, padded. @param {Int32Array} state @param {Uint8Array} bytes @param {number} from less than a block before their end @param {number} size of the whole, in bytes */
function finish(state, bytes, from, size) {
  const left = bytes.length - from;
  for (let i = 0; i < left; i++) tail[i] = bytes[from + i];
  tail.fill(0, left);
  tail[left] = 0x80;
  const end = left < LENGTH_AT ? BLOCK_BYTES : 2 * BLOCK_BYTES;
  tailView.setUint32(end - 8, Math.floor(size / 2 ** 29));
  tailView.setUint32(end - 4, (size * 8) % 2 ** 32);
  compress(state, tail, 0, end);
}

/** @param {Uint8Array} to @param {number} at @param {Int32Array} state */
function writeState(to, at, state) {
  for (let i = 0; i < 8; i++) {
    const word = state[i];
    const p = at + i * 4;
    to[p] = word >>> 24;
    to[p + 1] = word >>> 16;
    to[p + 2] = word >>> 8;
    to[p + 3] = word;
  }
}

/** UTF-8 where it is a text; valid until the next call. @param {string | Uint8Array} data */
function bytesOf(data) {
  if (typeof data !== 'string') return data;
  const { length } = data;
  // A code unit takes three bytes at most.
  if (length * 3 > scratch.length) scratch = new Uint8Array(length * 3);
  // Most are ASCII, for which the encoder need not be asked: that costs more than a short text takes.
  let any = 0;
  for (let i = 0; i < length; i++) {
    const unit = data.charCodeAt(i);
    any |= unit;
    scratch[i] = unit;
  }
  return scratch.subarray(0, any <= ASCII_MAX ? length : encoder.encodeInto(data, scratch).written);
}

/** @param {string | Uint8Array} data */
function hash(data) {
  const bytes = bytesOf(data);
  running.set(start);
  const whole = bytes.length - (bytes.length % BLOCK_BYTES);
  compress(running, bytes, 0, whole);
  finish(running, bytes, whole, bytes.length);
}

/** @param {Uint8Array} to @param {number} at @param {string | Uint8Array} data */
export function writeSha256(to, at, data) {
  hash(data);
  writeState(to, at, running);
}

/** @param {string | Uint8Array} data @returns {Uint8Array<ArrayBuffer>} */
export function sha256(data) {
  const digest = new Uint8Array(DIGEST_BYTES);
  writeSha256(digest, 0, data);
  return digest;
}

const digits = Uint8Array.from('0123456789abcdef', (digit) => digit.charCodeAt(0));
const bytesOfDigest = new Uint8Array(DIGEST_BYTES);
const hex = new Uint8Array(2 * DIGEST_BYTES);

/** @param {string | Uint8Array} data */
export function sha256Hex(data) {
  writeSha256(bytesOfDigest, 0, data);
  for (let i = 0; i < DIGEST_BYTES; i++) {
    hex[2 * i] = digits[bytesOfDigest[i] >> 4];
    hex[2 * i + 1] = digits[bytesOfDigest[i] & 15];
  }
  return decoderOfHex.decode(hex);
}

/** Without writing the digits first. @param {string | Uint8Array} data @param {string} expected */
export function hasSha256(data, expected) {
  if (expected.length !== hex.length) return false;
  writeSha256(bytesOfDigest, 0, data);
  for (let i = 0; i < DIGEST_BYTES; i++) {
    const byte = bytesOfDigest[i];
    if (expected.charCodeAt(2 * i) !== digits[byte >> 4] || expected.charCodeAt(2 * i + 1) !== digits[byte & 15]) return false;
  }
  return true;
}

/** The hash of what comes in pieces. */
export class Sha256 {
  #state = start.slice();
  /** Of a block that is not full. */
  #rest = new Uint8Array(BLOCK_BYTES);
  #size = 0;

  /** @param {Uint8Array} piece */
  update(piece) {
    const held = this.#size % BLOCK_BYTES;
    this.#size += piece.length;
    let from = 0;
    if (held > 0) {
      from = Math.min(BLOCK_BYTES - held, piece.length);
      this.#rest.set(piece.subarray(0, from), held);
      if (held + from < BLOCK_BYTES) return;
      compress(this.#state, this.#rest, 0, BLOCK_BYTES);
    }
    const to = piece.length - ((piece.length - from) % BLOCK_BYTES);
    compress(this.#state, piece, from, to);
    this.#rest.set(piece.subarray(to));
  }

  digest() {
    const digest = new Uint8Array(DIGEST_BYTES);
    finish(this.#state, this.#rest.subarray(0, this.#size % BLOCK_BYTES), 0, this.#size);
    writeState(digest, 0, this.#state);
    return digest;
  }
}
