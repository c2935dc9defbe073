// The Merkle tree of RFC 9162 §2.1 over the event hashes, grown leaf by leaf. What is kept is one hash a level.
// @ts-check

import { hash } from 'node:crypto';

const HASH_BYTES = 32;
const leaf = Buffer.alloc(1 + HASH_BYTES);
const node = Buffer.alloc(1 + 2 * HASH_BYTES);
leaf[0] = 0x00;
node[0] = 0x01;

/**
 * SHA-256(0x00 ‖ event hash).
 * @param {string} eventHash 64 hexadecimal digits
 */
export function leafHash(eventHash) {
  leaf.write(eventHash, 1, 'hex');
  return hash('sha256', leaf, 'buffer');
}

/**
 * SHA-256(0x01 ‖ left ‖ right).
 * @param {Uint8Array} left
 * @param {Uint8Array} right
 */
function nodeHash(left, right) {
  node.set(left, 1);
  node.set(right, 1 + HASH_BYTES);
  return hash('sha256', node, 'buffer');
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
    const sibling = Buffer.from(step, 'hex');
    if (at % 2 === 1 || at === last) {
      hashed = nodeHash(sibling, hashed);
      for (; at % 2 === 0 && at !== 0; last = Math.floor(last / 2)) at /= 2;
    } else hashed = nodeHash(hashed, sibling);
    at = Math.floor(at / 2);
    last = Math.floor(last / 2);
  }
  return last === 0 && Buffer.from(hashed).toString('hex') === root;
}

export class Tree {
  /** The complete subtrees, the smallest at 0; null where the size has no such power of two. @type {(Uint8Array | null)[]} */
  #complete = [];
  size = 0;

  /** @param {Uint8Array} leafHash */
  append(leafHash) {
    let carried = leafHash;
    let level = 0;
    for (; ; level++) {
      const left = this.#complete[level] ?? null;
      if (left === null) break;
      carried = nodeHash(left, carried);
      this.#complete[level] = null;
    }
    this.#complete[level] = carried;
    this.size += 1;
  }

  /** Hexadecimal; expects a leaf at least. */
  root() {
    /** @type {Uint8Array | null} */
    let right = null;
    for (const left of this.#complete) {
      if (left !== null) right = right === null ? left : nodeHash(left, right);
    }
    return Buffer.from(right ?? []).toString('hex');
  }
}
