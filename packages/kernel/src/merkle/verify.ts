// Checking proofs: by whoever holds a root, without the log. Source: RFC 9162 §2.1.3.2 and §2.1.4.2.

import { equalHashes, type Hashing, hashNode } from './hashing.ts';

const isOdd = (n: number): boolean => n % 2 === 1;
const half = (n: number): number => Math.floor(n / 2);

export interface InclusionProof {
  /** Of the leaf, from 0. */
  readonly index: number;
  /** Leaves of the tree. */
  readonly size: number;
  /** From the leaf up. */
  readonly path: readonly Uint8Array[];
}

/** Whether the leaf with this hash is at its place in the tree with this root. */
export function* verifyInclusion(leafHash: Uint8Array, { index, size, path }: InclusionProof, root: Uint8Array): Hashing<boolean> {
  if (!Number.isSafeInteger(index) || !Number.isSafeInteger(size) || index < 0 || index >= size) return false;
  let [node, last] = [index, size - 1];
  let hash = leafHash;
  for (const sibling of path) {
    if (last === 0) return false;
    if (isOdd(node) || node === last) {
      hash = yield* hashNode(sibling, hash);
      while (!isOdd(node) && node !== 0) [node, last] = [half(node), half(last)];
    } else {
      hash = yield* hashNode(hash, sibling);
    }
    [node, last] = [half(node), half(last)];
  }
  return last === 0 && equalHashes(hash, root);
}

export interface ConsistencyProof {
  /** Leaves of the earlier tree. */
  readonly before: number;
  /** Leaves of the later one. */
  readonly size: number;
  readonly path: readonly Uint8Array[];
}

/** Whether the later tree only added leaves to the earlier one. */
export function* verifyConsistency(rootBefore: Uint8Array, { before, size, path }: ConsistencyProof, root: Uint8Array): Hashing<boolean> {
  if (!Number.isSafeInteger(before) || !Number.isSafeInteger(size) || before < 1 || before > size) return false;
  if (before === size) return path.length === 0 && equalHashes(rootBefore, root);
  const isWhole = Number.isInteger(Math.log2(before));
  const [first, ...rest] = isWhole ? [rootBefore, ...path] : path;
  if (first === undefined || path.length === 0) return false;
  let [node, last] = [before - 1, size - 1];
  while (isOdd(node)) [node, last] = [half(node), half(last)];
  let [old, now] = [first, first];
  for (const hash of rest) {
    if (last === 0) return false;
    if (isOdd(node) || node === last) {
      old = yield* hashNode(hash, old);
      now = yield* hashNode(hash, now);
      while (!isOdd(node) && node !== 0) [node, last] = [half(node), half(last)];
    } else {
      now = yield* hashNode(now, hash);
    }
    [node, last] = [half(node), half(last)];
  }
  return last === 0 && equalHashes(old, rootBefore) && equalHashes(now, root);
}
