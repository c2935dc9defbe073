// Whether one tree grew into another, by a path and the two roots alone: RFC 9162 §2.1.4.2.
// @ts-check

import { hexOf } from './bytes.js';
import { nodeHash } from './merkle.js';

const half = (/** @type {number} */ n) => Math.floor(n / 2);

/**
 * @param {{ readonly size: number, readonly root: string }} before hexadecimal; of at least one leaf
 * @param {{ readonly size: number, readonly root: string }} now
 * @param {readonly Buffer[]} path hashes of 32 bytes
 */
export function growsInto(before, now, path) {
  if (before.size < 1 || before.size > now.size) return false;
  if (before.size === now.size) return path.length === 0 && before.root === now.root;
  const isWhole = Number.isInteger(Math.log2(before.size));
  const [first, ...rest] = isWhole ? [Buffer.from(before.root, 'hex'), ...path] : path;
  if (first === undefined || path.length === 0) return false;
  let [at, last] = [before.size - 1, now.size - 1];
  while (at % 2 === 1) [at, last] = [half(at), half(last)];
  /** @type {Uint8Array} */ let old = first;
  /** @type {Uint8Array} */ let grown = first;
  for (const step of rest) {
    if (last === 0) return false;
    if (at % 2 === 1 || at === last) {
      old = nodeHash(step, old);
      grown = nodeHash(step, grown);
      while (at % 2 === 0 && at !== 0) [at, last] = [half(at), half(last)];
    } else grown = nodeHash(grown, step);
    [at, last] = [half(at), half(last)];
  }
  return last === 0 && hexOf(old) === before.root && hexOf(grown) === now.root;
}
