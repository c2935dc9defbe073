// Records that are gone through id by id once all are there: as many as a log has, in memory that does not grow with it. What is more lies in
// a file meanwhile, where the platform has room for one.
// @ts-check

import { spareFile } from '#platform';
import { KEY_BYTES, mixed } from './id-table.js';

/** Records of an id are in one part, all of which are in memory when it is gone through. */
const PARTS = 256;
const PART_SHIFT = 24;
const FIRST_RECORDS = 1 << 10;
/** Beyond these they are written to a file, where there is one. */
const RECORDS_MAX = 1 << 17;
const NUMBER_BYTES = 8;

/** Where records lie: the same memory as bytes, words and numbers. */
class Memory {
  /** @param {number} size in bytes */
  constructor(size) {
    this.bytes = new Uint8Array(size);
    this.words = new Uint32Array(this.bytes.buffer);
    this.numbers = new Float64Array(this.bytes.buffer);
  }
}

/** Records that were written to the file, in the order of their parts. @typedef {{ readonly at: number, readonly ends: Uint32Array }} Run `ends`: of each part, in bytes from `at` */

export class ById {
  #memory;
  /** For records in the order of their parts. @type {Memory | null} */ #sorted = null;
  #count = 0;
  /** @type {Run[]} */ #runs = [];
  #written = 0;
  /** Undefined until one is needed; null where there is none. @type {import('#platform').SpareFile | null | undefined} */ #file;

  /** @param {number} numbers of each record, behind its key */
  constructor(numbers) {
    this.recordBytes = KEY_BYTES + numbers * NUMBER_BYTES;
    this.#memory = new Memory(FIRST_RECORDS * this.recordBytes);
  }

  /** Memory for the next record, and where in its bytes: the sixteen of its id come first. Valid until the next call. */
  next() {
    if (this.#count * this.recordBytes === this.#memory.bytes.length) this.#makeRoom();
    const at = this.#count * this.recordBytes;
    this.#count += 1;
    return { memory: this.#memory, at };
  }

  /**
   * All records, part by part; of an id in the order in which they came.
   * @returns {Generator<{ readonly memory: Memory, readonly size: number }>} `size` in bytes; valid until the next one
   */
  *parts() {
    const { at: _at, ends } = this.#sort();
    const last = /** @type {Memory} */ (this.#sorted);
    let memory = this.#memory;
    for (let part = 0; part < PARTS; part++) {
      const [from, to] = [startOf(ends, part), ends[part] ?? 0];
      const length = this.#runs.reduce((sum, run) => sum + (run.ends[part] ?? 0) - startOf(run.ends, part), to - from);
      if (length > memory.bytes.length) memory = new Memory(length);
      let at = 0;
      for (const run of this.#runs) {
        const [begin, end] = [startOf(run.ends, part), run.ends[part] ?? 0];
        this.#file?.read(memory.bytes.subarray(at, at + end - begin), run.at + begin);
        at += end - begin;
      }
      memory.bytes.set(last.bytes.subarray(from, to), at);
      yield { memory, size: length };
    }
  }

  end() {
    this.#file?.close();
    this.#file = null;
  }

  #makeRoom() {
    if (this.#count >= RECORDS_MAX && this.#write()) return;
    const grown = new Memory(2 * this.#memory.bytes.length);
    grown.bytes.set(this.#memory.bytes);
    this.#memory = grown;
  }

  /** False where no file takes them. */
  #write() {
    this.#file = this.#file === undefined ? spareFile() : this.#file;
    if (this.#file === null) return false;
    const { ends } = this.#sort();
    const { bytes } = /** @type {Memory} */ (this.#sorted);
    if (!this.#file.write(bytes, this.#written)) return false;
    this.#runs.push({ at: this.#written, ends });
    this.#written += bytes.length;
    this.#count = 0;
    return true;
  }

  /** Puts what is in memory in the order of its parts. @returns {Run} */
  #sort() {
    const { words, bytes } = this.#memory;
    const size = this.recordBytes;
    const length = this.#count * size;
    if (this.#sorted?.bytes.length !== bytes.length) this.#sorted = new Memory(bytes.length);
    const ends = new Uint32Array(PARTS);
    const partOf = (/** @type {number} */ at) => mixed(words, at / 4) >>> PART_SHIFT;
    for (let at = 0; at < length; at += size) ends[partOf(at)] = /** @type {number} */ (ends[partOf(at)]) + size;
    for (let part = 1; part < PARTS; part++) ends[part] = /** @type {number} */ (ends[part]) + /** @type {number} */ (ends[part - 1]);
    // Where the next record of each part goes: in the end, where each part ends.
    const places = ends.map((_end, part) => startOf(ends, part));
    const to = this.#sorted.words;
    for (let at = 0; at < length; at += size) {
      const part = partOf(at);
      const place = /** @type {number} */ (places[part]);
      for (let i = 0; i < size / 4; i++) to[place / 4 + i] = /** @type {number} */ (words[at / 4 + i]);
      places[part] = place + size;
    }
    return { at: 0, ends };
  }
}

/** @param {Uint32Array} ends @param {number} part */
const startOf = (ends, part) => (part === 0 ? 0 : /** @type {number} */ (ends[part - 1]));
