// Rows of a tile's nodes, hashes one behind the other in one buffer each. A buffer for every hash, and one for what is hashed, would be
// 500 allocations outside of the heap a tile: collecting these took longer than the hashing itself.

import { hash } from 'node:crypto';
import { HASH_BYTES } from '@countinghouse/kernel/merkle/hashing';

const NODE_PREFIX = 1;
/** What a node is the hash of: 0x01 ‖ left ‖ right. Source: RFC 9162 §2.1.1. Filled and hashed in one go. */
const node = Buffer.alloc(1 + 2 * HASH_BYTES, NODE_PREFIX);

/** The nodes over pairs of neighbours; a last one without a neighbour is left out. */
export function rowAbove(row: Buffer): Buffer {
  const count = Math.floor(row.length / (2 * HASH_BYTES));
  const above = Buffer.allocUnsafe(count * HASH_BYTES);
  for (let i = 0; i < count; i++) {
    row.copy(node, 1, i * 2 * HASH_BYTES, (i + 1) * 2 * HASH_BYTES);
    above.write(hash('sha256', node, 'binary'), i * HASH_BYTES, 'binary');
  }
  return above;
}

/** The root over hashes whose number is a power of two. */
export function rootOver(hashes: Buffer): Buffer {
  const count = hashes.length / HASH_BYTES;
  if (count < 1 || !Number.isInteger(Math.log2(count))) throw new Error('not a power of two');
  let row = hashes;
  while (row.length > HASH_BYTES) row = rowAbove(row);
  return row;
}
