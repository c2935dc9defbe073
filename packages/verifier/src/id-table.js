// A set of ids with a number each, in flat memory: some 40 bytes an id, however many there are. What is kept of an id is sixteen bytes of its hash.
// @ts-check

import { hash } from 'node:crypto';

export const KEY_BYTES = 16;
const WORDS = KEY_BYTES / 4;
const FULL = 0.6;
const FIRST_SLOTS = 1024;

/** Sixteen bytes that stand for a text. @type {(text: string) => Buffer} */
export const keyOf = (text) => hash('sha256', text, 'buffer').subarray(0, KEY_BYTES);

export class IdTable {
  #words = new Uint32Array(FIRST_SLOTS * WORDS);
  /** 0: the slot is free. */
  #values = new Float64Array(FIRST_SLOTS);
  size = 0;

  /** The number of a key, 0 where there is none. @param {Uint8Array} key */
  get(key) {
    return this.#values[this.#slotOf(wordsOf(key))] ?? 0;
  }

  /** @param {Uint8Array} key @param {number} value other than 0 */
  set(key, value) {
    const words = wordsOf(key);
    let slot = this.#slotOf(words);
    if (this.#values[slot] === 0) {
      if (this.size + 1 > this.#values.length * FULL) {
        this.#grow();
        slot = this.#slotOf(words);
      }
      this.size += 1;
      this.#words.set(words, slot * WORDS);
    }
    this.#values[slot] = value;
  }

  /** @param {Uint32Array} words */
  #slotOf(words) {
    const mask = this.#values.length - 1;
    let slot = spread(words) & mask;
    for (; this.#values[slot] !== 0; slot = (slot + 1) & mask) {
      const at = slot * WORDS;
      if (
        this.#words[at] === words[0] &&
        this.#words[at + 1] === words[1] &&
        this.#words[at + 2] === words[2] &&
        this.#words[at + 3] === words[3]
      )
        break;
    }
    return slot;
  }

  #grow() {
    const [words, values] = [this.#words, this.#values];
    this.#words = new Uint32Array(words.length * 2);
    this.#values = new Float64Array(values.length * 2);
    for (let slot = 0; slot < values.length; slot++) {
      const value = /** @type {number} */ (values[slot]);
      if (value === 0) continue;
      const key = words.subarray(slot * WORDS, (slot + 1) * WORDS);
      const to = this.#slotOf(key);
      this.#words.set(key, to * WORDS);
      this.#values[to] = value;
    }
  }
}

/** Ids that were made in order of time begin alike: their end decides, mixed so that each bit of it counts. @param {Uint32Array} words */
function spread(words) {
  let mixed = /** @type {number} */ (words[WORDS - 1]) ^ /** @type {number} */ (words[WORDS - 2]);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}

/** @param {Uint8Array} key */
function wordsOf(key) {
  const aligned = key.byteOffset % 4 === 0 ? key : Uint8Array.from(key);
  return new Uint32Array(aligned.buffer, aligned.byteOffset, WORDS);
}
