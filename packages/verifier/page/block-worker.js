// Checks blocks, and takes out of them what the page shows.
// @ts-check

import { NamesTold } from '../src/asked.js';
import { checkBlock, flatOf } from '../src/block.js';
import { BlockIndexer } from './index-block.js';
import { withInflated } from './workers.js';

/** @typedef {{ readonly id: number, readonly bytes: Uint8Array<ArrayBuffer>, readonly tenantId: string }} Asked */
/** @typedef {{ readonly block: import('../src/block.js').Block, readonly index: import('./index-block.js').BlockIndex }} Checked */

const told = new NamesTold();

export function serveBlocks() {
  self.addEventListener('message', (/** @type {MessageEvent<Asked>} */ { data }) => void answer(data));
}

/** @param {Asked} asked */
async function answer({ id, bytes, tenantId }) {
  try {
    const indexer = new BlockIndexer();
    const block = await withInflated(bytes, (lines) => checkBlock(lines, tenantId, indexer.take, told));
    /** @type {Checked} */
    const checked = { block, index: indexer.index() };
    const { seq, bookedMs, valueDate, debit, credit, high, low } = checked.index;
    const columns = [seq, bookedMs, valueDate, debit, credit, high, low];
    self.postMessage({ id, checked }, { transfer: [...flatOf(block), ...columns.map(({ buffer }) => buffer)] });
  } catch (error) {
    self.postMessage({ id, error: error instanceof Error ? error.message : String(error) });
  }
}
