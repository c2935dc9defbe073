// The tree of a log as far as a stretch of its leaves shows it: the leaves, and the hashes of the subtrees outside of them.
// @ts-check

import { nodeHash } from './merkle.js';

const HASH_HEX = /^[0-9a-f]{64}$/;

export class StretchTree {
  #size;
  #from;
  #leaves;
  /** Hashes of ranges, by where they begin and end. @type {Map<string, Uint8Array>} */
  #hashes = new Map();
  /** Whether there is one hash for each subtree outside, and no more. */
  isWhole;

  /**
   * @param {{ readonly size: number, readonly from: number, readonly leaves: readonly Uint8Array[], readonly outside: readonly unknown[] }} stretch
   *   `from`: how many leaves are before it; `outside`: hexadecimal, from left to right
   */
  constructor({ size, from, leaves, outside }) {
    this.#size = size;
    this.#from = from;
    this.#leaves = leaves;
    const ranges = [...this.#outside(0, size)];
    this.isWhole =
      from + leaves.length <= size &&
      ranges.length === outside.length &&
      outside.every((hash) => typeof hash === 'string' && HASH_HEX.test(hash));
    if (this.isWhole) for (const [i, name] of ranges.entries()) this.#hashes.set(name, Buffer.from(String(outside[i]), 'hex'));
  }

  /** @param {number} from @param {number} to @returns {Generator<string>} */
  *#outside(from, to) {
    const end = this.#from + this.#leaves.length;
    if (to <= this.#from || from >= end) yield nameOf(from, to);
    else if (from < this.#from || to > end) {
      const middle = middleOf(from, to);
      yield* this.#outside(from, middle);
      yield* this.#outside(middle, to);
    }
  }

  /** Hexadecimal; of a tree that is whole. */
  root() {
    return hexOf(this.#hashOf(0, this.#size));
  }

  /** The path of a leaf of the stretch, from the leaf upwards. @param {number} index @returns {readonly Uint8Array[]} */
  path(index) {
    const path = [];
    for (let [from, to] = [0, this.#size]; to - from > 1; ) {
      const middle = middleOf(from, to);
      path.push(index < middle ? this.#hashOf(middle, to) : this.#hashOf(from, middle));
      [from, to] = index < middle ? [from, middle] : [middle, to];
    }
    return path.reverse();
  }

  /** @param {number} from @param {number} to @returns {Uint8Array} */
  #hashOf(from, to) {
    const leaf = to - from === 1 ? this.#leaves[from - this.#from] : undefined;
    if (leaf !== undefined) return leaf;
    const name = nameOf(from, to);
    const known = this.#hashes.get(name);
    if (known !== undefined) return known;
    const middle = middleOf(from, to);
    const made = nodeHash(this.#hashOf(from, middle), this.#hashOf(middle, to));
    this.#hashes.set(name, made);
    return made;
  }
}

/** @param {number} from @param {number} to */
const nameOf = (from, to) => `${from}-${to}`;

/** The left subtree has the largest power of two of leaves that is less than all. @param {number} from @param {number} to */
function middleOf(from, to) {
  let width = 1;
  while (width * 2 < to - from) width *= 2;
  return from + width;
}

/** @param {Uint8Array} hash */
const hexOf = (hash) => Buffer.from(hash).toString('hex');
