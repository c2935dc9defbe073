// An archive in a file, as Node reads it: blocks from a stream, checked in threads.
// @ts-check

import { NotAnArchive } from './faults.js';
import { firstLineOf } from './lines.js';
import { BlockMemory, readBlocks } from './read.js';
import { checkBlocks } from './threads.js';
import { verifyBlocks } from './verification.js';

/**
 * Throws NotAnArchive, and what reading fails with.
 * @param {Parameters<typeof readBlocks>[0]} source the file's bytes, compressed or not
 * @param {import('./verification.js').Options & { readonly threads?: number }} [options] `threads`: 0, all in this one
 */
export async function verifyArchive(source, { threads = 0, ...options } = {}) {
  const memory = new BlockMemory();
  const blocks = readBlocks(source, memory);
  const first = await blocks.next();
  if (first.done === true) throw new NotAnArchive('the file is empty');
  const all = (async function* () {
    yield first.value;
    yield* blocks;
  })();
  return verifyBlocks(firstLineOf(first.value), (tenantId) => checkBlocks(all, tenantId, threads, memory), options);
}
