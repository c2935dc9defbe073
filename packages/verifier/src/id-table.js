// A set of ids with a number each: 24 bytes an id and seven to fourteen for where it is found.
// @ts-check

import { sha256 } from '#platform';
import { writeUuid } from './bytes.js';

export const KEY_BYTES = 16;
const WORDS = KEY_BYTES / 4;
const FULL = 0.6;
const FIRST_SLOTS = 1024;
/** Keys in a stretch of memory. */
const STRETCH_BITS = 12;
const STRETCH = 1 << STRETCH_BITS;
const STRETCH_MASK = STRETCH - 1;

/** Sixteen bytes that stand for a text, or for bytes. @type {(data: string | Uint8Array) => Uint8Array} */
export const keyOf = (data) => sha256(data).subarray(0, KEY_BYTES);

/** Where a UUID has its version; that of what is none is 0. */
const VERSION_AT = 6;

/**
 * Writes the sixteen bytes that stand for an id: those of the UUID that it is, else those of its hash, which then stand for no UUID.
 * @param {Uint8Array} to
 * @param {number} at
 * @param {string} id
 */
export function writeIdKey(to, at, id) {
  const versionAt = at + VERSION_AT;
  if (writeUuid(to, at, id) && /** @type {number} */ (to[versionAt]) > 0x0f) return;
  to.set(keyOf(id), at);
  to[versionAt] = /** @type {number} */ (to[versionAt]) & 0x0f;
}

/** @param {string} id */
export function keyOfId(id) {
  const key = new Uint8Array(KEY_BYTES);
  writeIdKey(key, 0, id);
  return key;
}

/** The key that is looked for. */
const wanted = new Uint32Array(WORDS);
const bytesWanted = new Uint8Array(wanted.buffer);

/** Where keys lie among others, `at` says where one begins. */
export class IdTable {
  /** Keys in the order in which they came, so many in each stretch: none is moved when the table grows. @type {Uint32Array[]} */ #keys =
    [];
  /** The number of each, as the keys lie. @type {Float64Array[]} */ #values = [];
  /** Which key is there, counted from 1; 0: the slot is free. */
  #slots = new Uint32Array(FIRST_SLOTS);
  size = 0;

  /** Forgets all of them, and keeps the memory. */
  clear() {
    this.size = 0;
    this.#slots.fill(0);
  }

  /** The number of a key, 0 where there is none. @param {Uint8Array} key @param {number} [at] */
  get(key, at = 0) {
    read(key, at);
    const nth = this.#nthAt(this.#slotOf());
    return nth < 0 ? 0 : this.#valueOf(nth);
  }

  /** @param {Uint8Array} key @param {number} at @param {number} value other than 0 */
  set(key, at, value) {
    if (this.add(key, at, value) === 0) return;
    const nth = this.#nthAt(this.#slotOf());
    /** @type {Float64Array} */ (this.#values[nth >>> STRETCH_BITS])[nth & STRETCH_MASK] = value;
  }

  /** Gives a key its number where it has none. Answers the one it had, else 0. @param {Uint8Array} key @param {number} at @param {number} value other than 0 */
  add(key, at, value) {
    if (this.size + 1 > this.#slots.length * FULL) this.#grow();
    read(key, at);
    const slot = this.#slotOf();
    const before = this.#nthAt(slot);
    if (before >= 0) return this.#valueOf(before);
    const nth = this.size;
    const stretch = nth >>> STRETCH_BITS;
    const keys = this.#keys[stretch] ?? new Uint32Array(STRETCH * WORDS);
    const values = this.#values[stretch] ?? new Float64Array(STRETCH);
    this.#keys[stretch] = keys;
    this.#values[stretch] = values;
    keys.set(wanted, (nth & STRETCH_MASK) * WORDS);
    values[nth & STRETCH_MASK] = value;
    this.size += 1;
    this.#slots[slot] = this.size;
    return 0;
  }

  /** @param {number} nth */
  #valueOf(nth) {
    return /** @type {number} */ (this.#values[nth >>> STRETCH_BITS]?.[nth & STRETCH_MASK]);
  }

  /** Which key is in a slot, from 0; below where none is. @param {number} slot */
  #nthAt(slot) {
    return /** @type {number} */ (this.#slots[slot]) - 1;
  }

  /** Where the wanted key is, or would be. */
  #slotOf() {
    const slots = this.#slots;
    const mask = slots.length - 1;
    const [a, b, c, d] = [wanted[0], wanted[1], wanted[2], wanted[3]];
    let slot = mixed(wanted, 0) & mask;
    for (let nth = this.#nthAt(slot); nth >= 0; nth = this.#nthAt(slot)) {
      const keys = /** @type {Uint32Array} */ (this.#keys[nth >>> STRETCH_BITS]);
      const at = (nth & STRETCH_MASK) * WORDS;
      if (keys[at] === a && keys[at + 1] === b && keys[at + 2] === c && keys[at + 3] === d) break;
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  #grow() {
    const slots = new Uint32Array(this.#slots.length * 2);
    const mask = slots.length - 1;
    for (let nth = 0; nth < this.size; nth++) {
      const keys = /** @type {Uint32Array} */ (this.#keys[nth >>> STRETCH_BITS]);
      const at = (nth & STRETCH_MASK) * WORDS;
      let slot = mixed(keys, at) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = nth + 1;
    }
    this.#slots = slots;
  }
}

/** @param {Uint8Array} key @param {number} at */
function read(key, at) {
  for (let i = 0; i < KEY_BYTES; i++) bytesWanted[i] = /** @type {number} */ (key[at + i]);
}

/** Ids that were made in order begin or end alike: each bit of all four words counts. @param {Uint32Array} words @param {number} at */
export function mixed(words, at) {
  let hash = 0;
  for (let i = 0; i < WORDS; i++) {
    hash = Math.imul(hash ^ /** @type {number} */ (words[at + i]), 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  }
  return hash ^ (hash >>> 16);
}
