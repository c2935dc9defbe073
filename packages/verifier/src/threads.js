// Hands blocks to threads and gives back what they say, in order. Without threads it does the work itself.
// @ts-check

import { Worker } from 'node:worker_threads';
import { checkBlock } from './block.js';

/** Blocks a thread has at once: one that it works on, one that waits. */
const BLOCKS_A_THREAD = 2;
/** So that memory does not grow with what passes through it; room for the longest line. */
const HEAP = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 512 };

/**
 * @param {AsyncIterable<Uint8Array>} blocks each of whole lines; their memory is taken over
 * @param {string} tenantId
 * @param {number} threads
 * @returns {AsyncGenerator<import('./block.js').Block>}
 */
export async function* checkBlocks(blocks, tenantId, threads) {
  if (threads === 0) {
    for await (const bytes of blocks) yield checkBlock(bytes, tenantId);
    return;
  }
  const crew = Array.from({ length: threads }, () => new Thread(tenantId));
  try {
    /** @type {Promise<import('./block.js').Block>[]} */
    const underWay = [];
    let next = 0;
    for await (const bytes of blocks) {
      const promise = /** @type {Thread} */ (crew[next]).check(bytes);
      // Awaited in its turn; a thread that dies before that must not end the process.
      promise.catch(() => {});
      underWay.push(promise);
      next = (next + 1) % threads;
      if (underWay.length >= threads * BLOCKS_A_THREAD) yield await /** @type {Promise<import('./block.js').Block>} */ (underWay.shift());
    }
    for (const promise of underWay) yield await promise;
  } finally {
    await Promise.all(crew.map((thread) => thread.end()));
  }
}

class Thread {
  #worker;
  #nextId = 0;
  /** @type {Map<number, { resolve: (block: import('./block.js').Block) => void, reject: (error: Error) => void }>} */
  #waiting = new Map();

  /** @param {string} tenantId */
  constructor(tenantId) {
    this.#worker = new Worker(new URL('./block-thread.js', import.meta.url), { workerData: { tenantId }, resourceLimits: HEAP });
    this.#worker.on('message', ({ id, block }) => {
      this.#waiting.get(id)?.resolve(block);
      this.#waiting.delete(id);
    });
    this.#worker.on('error', (error) => {
      for (const { reject } of this.#waiting.values()) reject(error);
      this.#waiting.clear();
    });
  }

  /**
   * @param {Uint8Array} bytes
   * @returns {Promise<import('./block.js').Block>}
   */
  check(bytes) {
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({ id, bytes }, [/** @type {ArrayBuffer} */ (bytes.buffer)]);
    });
  }

  end() {
    return this.#worker.terminate();
  }
}
