// One thread: takes blocks, answers what can be said of each.
// @ts-check

import { parentPort, workerData } from 'node:worker_threads';
import { checkBlock } from './block.js';

parentPort?.on('message', (/** @type {{ readonly id: number, readonly bytes: Uint8Array }} */ { id, bytes }) => {
  const block = checkBlock(bytes, workerData.tenantId);
  parentPort?.postMessage({ id, block }, [/** @type {ArrayBuffer} */ (block.leaves.buffer)]);
});
