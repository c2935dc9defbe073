import { hash } from 'node:crypto';
import { expect, test } from 'vitest';
import vectors from '../../../../vectors/merkle/certificate-transparency.json' with { type: 'json' };
import { GrowingTree } from './growing.ts';
import { type Hashing, hashLeaf, hashNode, runHashing, toHex } from './hashing.ts';

const run = <T>(hashing: Hashing<T>): T => runHashing(hashing, (bytes) => hash('sha256', bytes, 'buffer'));

/** The tree as the RFC defines it, by its own recursion. */
function treeHash(leaves: readonly Uint8Array[]): Uint8Array {
  if (leaves.length === 1) return leaves[0] as Uint8Array;
  let k = 1;
  while (k * 2 < leaves.length) k *= 2;
  return run(hashNode(treeHash(leaves.slice(0, k)), treeHash(leaves.slice(k))));
}

test('a tree that grows has the published roots on its way', () => {
  const tree = new GrowingTree();
  for (const [i, leaf] of vectors.leaves.entries()) {
    run(tree.append(run(hashLeaf(Buffer.from(leaf, 'hex')))));
    expect(toHex(run(tree.root()))).toBe(vectors.roots[i]);
  }
});

test('at every size it has the root of the definition', () => {
  const tree = new GrowingTree();
  const leaves: Uint8Array[] = [];
  for (let size = 1; size <= 130; size++) {
    const leaf = run(hashLeaf(Buffer.from(`leaf ${size}`)));
    leaves.push(leaf);
    run(tree.append(leaf));
    expect([size, toHex(run(tree.root()))]).toEqual([size, toHex(treeHash(leaves))]);
  }
});
