import { hash } from 'node:crypto';
import { fc, test as propertyTest } from '@fast-check/vitest';
import { describe, expect, test } from 'vitest';
import vectors from '../../../../vectors/merkle/certificate-transparency.json' with { type: 'json' };
import { fromHex, type Hashing, hashLeaf, hashNode, runHashing, toHex } from './hashing.ts';
import { entriesOf, fullTiles, rootOver, TILE_WIDTH } from './tiles.ts';
import {
  type CompleteNode,
  completeNodes,
  consistencyRanges,
  hashOfRange,
  inclusionRanges,
  type LeafRange,
  rangesOutside,
} from './tree.ts';
import { verifyConsistency, verifyInclusion } from './verify.ts';

const sha256 = (bytes: Uint8Array): Uint8Array => hash('sha256', bytes, 'buffer');
const run = <T>(hashing: Hashing<T>): T => runHashing(hashing, sha256);
const bytesOf = (hex: string): Uint8Array => Buffer.from(hex, 'hex');

/** The tree as the RFC defines it, by its own recursion, over the hashes of leaves: the other side of every comparison. */
function treeHash(leaves: readonly Uint8Array[]): Uint8Array {
  if (leaves.length === 1) return leaves[0] as Uint8Array;
  let k = 1;
  while (k * 2 < leaves.length) k *= 2;
  return run(hashNode(treeHash(leaves.slice(0, k)), treeHash(leaves.slice(k))));
}

const leavesOf = (count: number): readonly Uint8Array[] => Array.from({ length: count }, (_, i) => run(hashLeaf(Buffer.from(`leaf ${i}`))));

/** A node through the tiles it comes from: their hashes are those of the tile level, made from the leaves. */
function nodeThroughTiles(leaves: readonly Uint8Array[], node: CompleteNode): Uint8Array {
  const { tile, from, to } = entriesOf(node);
  const under = TILE_WIDTH ** tile.level;
  expect([Math.floor(from / TILE_WIDTH), Math.floor((to - 1) / TILE_WIDTH)]).toEqual([tile.index, tile.index]);
  return run(rootOver(Array.from({ length: to - from }, (_, i) => treeHash(leaves.slice((from + i) * under, (from + i + 1) * under)))));
}
const hashRange = (leaves: readonly Uint8Array[], range: LeafRange): Uint8Array =>
  run(hashOfRange(completeNodes(range).map((node) => nodeThroughTiles(leaves, node))));

describe('the published trees of certificate transparency', () => {
  const leaves = vectors.leaves.map((leaf) => run(hashLeaf(bytesOf(leaf))));
  test.each(vectors.roots.map((root, i) => [i + 1, root] as const))('the root of %i leaves', (size, root) => {
    expect(toHex(hashRange(leaves, { from: 0, to: size }))).toBe(root);
  });
  test.each(vectors.inclusion)('leaf $index of $size is proven by the published path', ({ index, size, path }) => {
    expect(inclusionRanges(index, size).map((range) => toHex(hashRange(leaves, range)))).toEqual(path);
    const proof = { index, size, path: path.map(bytesOf) };
    expect(run(verifyInclusion(leaves[index] as Uint8Array, proof, bytesOf(vectors.roots[size - 1] ?? '')))).toBe(true);
  });
  test.each(vectors.consistency)('$before leaves grew to $size by the published path', ({ before, size, path }) => {
    expect(consistencyRanges(before, size).map((range) => toHex(hashRange(leaves, range)))).toEqual(path);
    const proof = { before, size, path: path.map(bytesOf) };
    const [old, now] = [bytesOf(vectors.roots[before - 1] ?? ''), bytesOf(vectors.roots[size - 1] ?? '')];
    expect(run(verifyConsistency(old, proof, now))).toBe(true);
  });
});

const SMALL = 33;

describe('every small tree', () => {
  const leaves = leavesOf(SMALL);
  const roots = Array.from({ length: SMALL }, (_, i) => treeHash(leaves.slice(0, i + 1)));
  test('has the root of the definition, and proves each leaf and no other', () => {
    for (let size = 1; size <= SMALL; size++) {
      const root = roots[size - 1] as Uint8Array;
      expect(hashRange(leaves, { from: 0, to: size })).toEqual(root);
      for (let index = 0; index < size; index++) {
        const path = inclusionRanges(index, size).map((range) => hashRange(leaves, range));
        const holds = (at: number, of: number, leaf: number): boolean =>
          run(verifyInclusion(leaves[leaf] as Uint8Array, { index: at, size: of, path }, root));
        expect(holds(index, size, index)).toBe(true);
        for (let other = 0; other < size; other++) if (other !== index) expect(holds(index, size, other)).toBe(false);
        expect(holds(size, size, index)).toBe(false);
        if (path.length > 0)
          expect(run(verifyInclusion(leaves[index] as Uint8Array, { index, size, path: path.slice(1) }, root))).toBe(false);
        expect(run(verifyInclusion(leaves[index] as Uint8Array, { index, size, path: [...path, root] }, root))).toBe(false);
      }
    }
  });
  test('has its root from any stretch of leaves and the subtrees outside of it', () => {
    for (let size = 1; size <= SMALL; size++) {
      for (let from = 0; from < size; from++) {
        for (let to = from + 1; to <= size; to++) {
          const outside = rangesOutside({ from, to }, size);
          const hashes = new Map(outside.map((range) => [`${range.from}-${range.to}`, hashRange(leaves, range)]));
          // From nothing but these and the leaves of the stretch, by the recursion of the definition.
          const rootOf = (range: LeafRange): Uint8Array => {
            const known = hashes.get(`${range.from}-${range.to}`);
            if (known !== undefined) return known;
            if (range.to - range.from === 1) {
              expect(range.from >= from && range.to <= to).toBe(true);
              return leaves[range.from] as Uint8Array;
            }
            let k = 1;
            while (k * 2 < range.to - range.from) k *= 2;
            return run(hashNode(rootOf({ from: range.from, to: range.from + k }), rootOf({ from: range.from + k, to: range.to })));
          };
          expect(rootOf({ from: 0, to: size })).toEqual(roots[size - 1]);
          expect(outside.every((range) => range.to <= from || range.from >= to)).toBe(true);
        }
      }
    }
  });
  test('is consistent with each that it grew from, and with no other', () => {
    for (let size = 1; size <= SMALL; size++) {
      for (let before = 1; before <= size; before++) {
        const path = consistencyRanges(before, size).map((range) => hashRange(leaves, range));
        const [old, now] = [roots[before - 1] as Uint8Array, roots[size - 1] as Uint8Array];
        expect([before, size, run(verifyConsistency(old, { before, size, path }, now))]).toEqual([before, size, true]);
        const other = treeHash(leaves.with(before - 1, run(hashLeaf(Buffer.from('another')))).slice(0, before));
        expect(run(verifyConsistency(other, { before, size, path }, now))).toBe(false);
        expect(run(verifyConsistency(old, { before, size, path: [...path, now] }, now))).toBe(false);
        if (path.length > 0) {
          expect(run(verifyConsistency(old, { before, size, path: path.slice(1) }, now))).toBe(false);
          expect(run(verifyConsistency(old, { before, size, path: path.with(0, other) }, now))).toBe(false);
        }
      }
    }
    expect(run(verifyConsistency(roots[0] as Uint8Array, { before: 0, size: 1, path: [] }, roots[0] as Uint8Array))).toBe(false);
  });
});

const LARGE = 3 * TILE_WIDTH * 4 + 77;

describe('a tree of several tiles', () => {
  const leaves = leavesOf(LARGE);
  propertyTest.prop([fc.integer({ min: 1, max: LARGE }), fc.nat(), fc.nat()], { numRuns: 25 })(
    'proves what it holds and what it grew from, through the tiles',
    (size, a, b) => {
      const [index, before] = [a % size, 1 + (b % size)];
      const root = treeHash(leaves.slice(0, size));
      const path = inclusionRanges(index, size).map((range) => hashRange(leaves, range));
      expect(run(verifyInclusion(leaves[index] as Uint8Array, { index, size, path }, root))).toBe(true);
      const grown = consistencyRanges(before, size).map((range) => hashRange(leaves, range));
      expect(run(verifyConsistency(treeHash(leaves.slice(0, before)), { before, size, path: grown }, root))).toBe(true);
    },
  );
  test('counts its full tiles level by level', () => {
    expect([0, 1].map((level) => fullTiles(level, TILE_WIDTH ** 2 - 1))).toEqual([TILE_WIDTH - 1, 0]);
    expect([0, 1, 2].map((level) => fullTiles(level, TILE_WIDTH ** 2))).toEqual([TILE_WIDTH, 1, 0]);
  });
  test('reads few hashes, however large it is', () => {
    const size = 2 ** 52 + 12_345;
    const nodes = inclusionRanges(2 ** 51 + 7, size).flatMap(completeNodes);
    expect(nodes.length).toBeLessThan(120);
    for (const node of nodes) expect(entriesOf(node).to - entriesOf(node).from).toBeLessThanOrEqual(TILE_WIDTH / 2);
  });
});

test('hashes are written as 64 lower-case digits and read back from nothing else', () => {
  const hex = vectors.roots[0] ?? '';
  expect(toHex(fromHex(hex) ?? new Uint8Array())).toBe(hex);
  for (const wrong of ['', hex.slice(1), `${hex}0`, hex.toUpperCase(), `${hex.slice(1)}g`]) expect(fromHex(wrong)).toBeNull();
});
