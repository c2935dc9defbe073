// A set of ids with a number each, in flat memory: some 40 bytes an id, however many there are. What is kept of an id is sixteen bytes of its hash.
// @ts-check

import { sha256 } from '#platform';

export const KEY_BYTES = 16;
const WORDS = KEY_BYTES / 4;
const FULL = 0.6;
const FIRST_SLOTS = 1024;

/** Sixteen bytes that stand for a text, or for bytes. @type {(data: string | Uint8Array) => Uint8Array} */
export const keyOf = (data) => sha256(data).subarray(0, KEY_BYTES);

/** The key that is looked for. */
const wanted = new Uint32Array(WORDS);
const bytesWanted = new Uint8Array(wanted.buffer);

/** Where keys lie among others, `at` says where one begins. */
export class IdTable {
  #words = new Uint32Array(FIRST_SLOTS * WORDS);
  /** 0: the slot is free. */
  #values = new Float64Array(FIRST_SLOTS);
  size = 0;

  /** The number of a key, 0 where there is none. @param {Uint8Array} key @param {number} [at] */
  get(key, at = 0) {
    read(key, at);
    return this.#values[this.#slotOf()] ?? 0;
  }

  /** @param {Uint8Array} key @param {number} value other than 0 */
  set(key, value) {
    if (this.add(key, 0, value) !== 0) this.#values[this.#slotOf()] = value;
  }

  /** Gives a key its number where it has none. Answers the one it had, else 0. @param {Uint8Array} key @param {number} at @param {number} value other than 0 */
  add(key, at, value) {
    if (this.size + 1 > this.#values.length * FULL) this.#grow();
    read(key, at);
    const slot = this.#slotOf();
    const before = /** @type {number} */ (this.#values[slot]);
    if (before !== 0) return before;
    this.#put(slot, value);
    this.size += 1;
    return 0;
  }

  /** Where the wanted key is, or would be. */
  #slotOf() {
    const mask = this.#values.length - 1;
    const [a, b, c, d] = [wanted[0], wanted[1], wanted[2], wanted[3]];
    const words = this.#words;
    let slot = spread(/** @type {number} */ (d), /** @type {number} */ (c)) & mask;
    for (; this.#values[slot] !== 0; slot = (slot + 1) & mask) {
      const at = slot * WORDS;
      if (words[at] === a && words[at + 1] === b && words[at + 2] === c && words[at + 3] === d) break;
    }
    return slot;
  }

  /** @param {number} slot @param {number} value */
  #put(slot, value) {
    for (let i = 0; i < WORDS; i++) this.#words[slot * WORDS + i] = /** @type {number} */ (wanted[i]);
    this.#values[slot] = value;
  }

  #grow() {
    const [words, values] = [this.#words, this.#values];
    this.#words = new Uint32Array(words.length * 2);
    this.#values = new Float64Array(values.length * 2);
    for (let slot = 0; slot < values.length; slot++) {
      const value = /** @type {number} */ (values[slot]);
      if (value === 0) continue;
      for (let i = 0; i < WORDS; i++) wanted[i] = /** @type {number} */ (words[slot * WORDS + i]);
      this.#put(this.#slotOf(), value);
    }
  }
}

/** @param {Uint8Array} key @param {number} at */
function read(key, at) {
  for (let i = 0; i < KEY_BYTES; i++) bytesWanted[i] = /** @type {number} */ (key[at + i]);
}

/** Ids that were made in order of time begin alike: their end decides, mixed so that each bit of it counts. @param {number} last @param {number} before */
function spread(last, before) {
  let mixed = last ^ before;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
