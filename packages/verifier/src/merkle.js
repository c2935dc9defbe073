// The Merkle tree of RFC 9162 §2.1 over the event hashes, grown leaf by leaf. What is kept is one hash a level.
// @ts-check

import { sha256, writeSha256 } from '#platform';
import { bytesOfHex, hexOf, writeHex } from './bytes.js';

const HASH_BYTES = 32;
const leaf = new Uint8Array(1 + HASH_BYTES);
const node = new Uint8Array(1 + 2 * HASH_BYTES);
leaf[0] = 0x00;
node[0] = 0x01;

/**
 * SHA-256(0x00 ‖ event hash).
 * @param {string} eventHash 64 hexadecimal digits
 */
export function leafHash(eventHash) {
  return sha256(writeHex(leaf, eventHash, 1));
}

/** The same, written to a place. @param {Uint8Array} to @param {number} at @param {string} eventHash */
export const writeLeafHash = (to, at, eventHash) => writeSha256(to, at, writeHex(leaf, eventHash, 1));

/**
 * SHA-256(0x01 ‖ left ‖ right).
 * @param {Uint8Array} left
 * @param {Uint8Array} right
 */
export function nodeHash(left, right) {
  node.set(left, 1);
  node.set(right, 1 + HASH_BYTES);
  return sha256(node);
}

/**
 * Whether a path leads from a leaf to a root: RFC 9162 §2.1.3.2.
 * @param {Uint8Array} leafHash
 * @param {{ readonly index: number, readonly size: number, readonly path: readonly string[], readonly root: string }} claim hashes in hexadecimal
 */
export function leadsTo(leafHash, { index, size, path, root }) {
  if (index < 0 || index >= size) return false;
  let [at, last] = [index, size - 1];
  let hashed = leafHash;
  for (const step of path) {
    if (last === 0) return false;
    const sibling = bytesOfHex(step);
    if (at % 2 === 1 || at === last) {
      hashed = nodeHash(sibling, hashed);
      for (; at % 2 === 0 && at !== 0; last = Math.floor(last / 2)) at /= 2;
    } else hashed = nodeHash(hashed, sibling);
    at = Math.floor(at / 2);
    last = Math.floor(last / 2);
  }
  return last === 0 && hexOf(hashed) === root;
}

/** More levels than a log has events to fill. */
const LEVELS = 64;

export class Tree {
  /** The complete subtrees, the smallest at 0: that of a level is there where the size has this power of two. */
  #complete = new Uint8Array(LEVELS * HASH_BYTES);
  size = 0;

  /** @param {Uint8Array} leaves @param {number} [from] where the hash of the leaf begins */
  append(leaves, from = 0) {
    let level = 0;
    for (let left = this.size; left % 2 === 1; left = Math.floor(left / 2)) level += 1;
    if (level === 0) this.#complete.set(leaves.subarray(from, from + HASH_BYTES));
    else {
      // What is carried up is the right of the next node.
      for (let i = 0; i < HASH_BYTES; i++) node[1 + HASH_BYTES + i] = /** @type {number} */ (leaves[from + i]);
      for (let below = 0; below < level; below++) {
        const at = below * HASH_BYTES;
        for (let i = 0; i < HASH_BYTES; i++) node[1 + i] = /** @type {number} */ (this.#complete[at + i]);
        if (below === level - 1) writeSha256(this.#complete, level * HASH_BYTES, node);
        else writeSha256(node, 1 + HASH_BYTES, node);
      }
    }
    this.size += 1;
  }

  /** Hexadecimal; expects a leaf at least. */
  root() {
    /** @type {Uint8Array | null} */
    let right = null;
    for (let [level, left] = [0, this.size]; left > 0; level++, left = Math.floor(left / 2)) {
      if (left % 2 === 0) continue;
      const complete = this.#complete.slice(level * HASH_BYTES, (level + 1) * HASH_BYTES);
      right = right === null ? complete : nodeHash(complete, right);
    }
    return right === null ? '' : hexOf(right);
  }
}
