// Threads of Node that check blocks. Without threads it does the work itself.
// @ts-check

import { Worker } from 'node:worker_threads';
import { NamesTold } from './asked.js';
import { checkBlock } from './block.js';
import { checkInTurn } from './crew.js';

/** So that memory does not grow with what passes through it; room for the longest line. */
const HEAP = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 512 };

/**
 * @param {AsyncIterable<Uint8Array<ArrayBuffer>>} blocks each of whole lines
 * @param {string} tenantId
 * @param {number} threads
 * @param {import('./read.js').BlockMemory} memory of the blocks
 * @returns {AsyncGenerator<import('./block.js').Block>}
 */
export async function* checkBlocks(blocks, tenantId, threads, memory) {
  if (threads === 0) {
    const told = new NamesTold();
    for await (const bytes of blocks) {
      const block = checkBlock(bytes, tenantId, undefined, told);
      memory.giveBack(bytes.buffer);
      yield block;
    }
    return;
  }
  yield* checkInTurn(
    blocks,
    Array.from({ length: threads }, () => new Thread(tenantId, memory)),
  );
}

class Thread {
  #worker;
  #nextId = 0;
  /** @type {Map<number, { resolve: (block: import('./block.js').Block) => void, reject: (error: Error) => void }>} */
  #waiting = new Map();

  /** @param {string} tenantId @param {import('./read.js').BlockMemory} memory */
  constructor(tenantId, memory) {
    this.#worker = new Worker(new URL('./block-thread.js', import.meta.url), { workerData: { tenantId }, resourceLimits: HEAP });
    this.#worker.on('message', ({ id, block, buffer }) => {
      memory.giveBack(buffer);
      this.#waiting.get(id)?.resolve(block);
      this.#waiting.delete(id);
    });
    this.#worker.on('error', (error) => {
      for (const { reject } of this.#waiting.values()) reject(error);
      this.#waiting.clear();
    });
  }

  /**
   * @param {Uint8Array<ArrayBuffer>} bytes
   * @returns {Promise<import('./block.js').Block>}
   */
  check(bytes) {
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({ id, bytes }, [bytes.buffer]);
    });
  }

  end() {
    return this.#worker.terminate();
  }
}
