import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { NotEvidence } from './faults.js';
import { readPack } from './pack.js';

const MEGABYTE = 1 << 20;
const TIMES = 200;

/** A pack with one block and this index over it. */
function packOf(index: (block: number) => object): Buffer {
  const block = gzipSync(Buffer.alloc(MEGABYTE, 'x'));
  const end = Buffer.from(`1f8b08040000000000ff0c0043480800${block.length.toString(16).padStart(16, '0')}03000000000000000000`, 'hex');
  const told = { format: 'countinghouse-evidence-pack', tenant_id: 't', ...index(block.length) };
  return Buffer.concat([block, gzipSync(JSON.stringify(told)), end]);
}
const named = Array.from({ length: TIMES });
const events = (length: number): object => ({
  ...{ version: 2, first_seq: 1, last_seq: 1, tree_size: 1, root_hash: '', kid: '', outside: [] },
  blocks: named.map(() => [0, length, 1]),
});
const bundles = (length: number): object => ({
  ...{ version: 1, blocks: [[0, length]] },
  bundles: named.map(() => ({ block: 0, offset: 0, size: MEGABYTE, seq: 1, name: 'n', sha256: '' })),
});

test.each([
  ['events', events],
  ['bundles', bundles],
] as const)('a block of %s that an index names again and again is in memory once', (_what, index) => {
  const bytes = packOf(index);
  const before = process.memoryUsage().arrayBuffers;
  const pack = readPack(bytes);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(10 * MEGABYTE);
  expect([...(pack.version === 2 ? pack.blocks : pack.bundles)].length).toBe(TIMES);
});

test('an index whose blocks are no places is none', () => {
  expect(() => readPack(packOf(() => ({ version: 1, blocks: [5], bundles: [] })))).toThrow(NotEvidence);
});
