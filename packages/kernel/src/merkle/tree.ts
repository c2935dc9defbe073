// The Merkle tree of a log, RFC 9162 §2.1: which subtrees a root or a proof is made of, and how their hashes are put together.
// Nothing here knows where hashes are kept. Sizes and indexes are numbers below 2^53, so halving is arithmetic and not shifting.

import { type Hashing, hashNode } from './hashing.ts';

/** A subtree all of whose leaves there are: the 2^level leaves from index × 2^level on. Level 0 is the leaves. */
export interface CompleteNode {
  readonly level: number;
  readonly index: number;
}

/** Leaves `from` to before `to`; never none. */
export interface LeafRange {
  readonly from: number;
  readonly to: number;
}

/** The largest power of two below n, for n above 1. */
function splitOf(n: number): number {
  let k = 1;
  while (k * 2 < n) k *= 2;
  return k;
}

/**
 * The complete subtrees that a range is made of, from left to right. The range is one that the tree itself has: its start is a
 * multiple of the power of two that is not below its length.
 */
export function completeNodes({ from, to }: LeafRange): readonly CompleteNode[] {
  const nodes: CompleteNode[] = [];
  for (let [start, left] = [from, to - from]; left > 0; ) {
    let [size, level] = [1, 0];
    while (size * 2 <= left) {
      size *= 2;
      level += 1;
    }
    nodes.push({ level, index: start / size });
    start += size;
    left -= size;
  }
  return nodes;
}

/** The hash of a range from the hashes of its complete subtrees, from left to right. At least one. */
export function* hashOfRange(hashes: readonly Uint8Array[]): Hashing<Uint8Array> {
  const last = hashes.at(-1);
  if (last === undefined) throw new Error('a range has at least one subtree');
  let right = last;
  for (let i = hashes.length - 2; i >= 0; i--) right = yield* hashNode(hashes[i] as Uint8Array, right);
  return right;
}

/** What an inclusion proof is made of, from the leaf up: the sibling of each node on the way to the root. Expects 0 ≤ index < size. */
export function inclusionRanges(index: number, size: number): readonly LeafRange[] {
  const ranges: LeafRange[] = [];
  let [from, to] = [0, size];
  while (to - from > 1) {
    const middle = from + splitOf(to - from);
    if (index < middle) {
      ranges.push({ from: middle, to });
      to = middle;
    } else {
      ranges.push({ from, to: middle });
      from = middle;
    }
  }
  return ranges.reverse();
}

/**
 * What a proof of a stretch of leaves consists of: the subtrees outside of it, from left to right. Whoever has the leaves of the stretch
 * makes the root from them. Expects 0 ≤ from < to ≤ size.
 */
export function rangesOutside({ from, to }: LeafRange, size: number): readonly LeafRange[] {
  const ranges: LeafRange[] = [];
  const visit = (range: LeafRange): void => {
    if (range.to <= from || range.from >= to) ranges.push(range);
    else if (range.from < from || range.to > to) {
      const middle = range.from + splitOf(range.to - range.from);
      visit({ from: range.from, to: middle });
      visit({ from: middle, to: range.to });
    }
  };
  visit({ from: 0, to: size });
  return ranges;
}

/** What a consistency proof between a tree and what it grew to is made of. Expects 0 < before ≤ size; nothing for equal ones. */
export function consistencyRanges(before: number, size: number): readonly LeafRange[] {
  const ranges: LeafRange[] = [];
  let [from, to] = [0, size];
  while (to > before) {
    const middle = from + splitOf(to - from);
    if (before <= middle) {
      ranges.push({ from: middle, to });
      to = middle;
    } else {
      ranges.push({ from, to: middle });
      from = middle;
    }
  }
  // Where the way down never turned right, the old tree is itself the last subtree, and its root is known.
  if (from > 0) ranges.push({ from, to });
  return ranges.reverse();
}
