// One thread: takes blocks, answers what can be said of each, and gives its memory back.
// @ts-check

import { parentPort, workerData } from 'node:worker_threads';
import { NamesTold } from './asked.js';
import { checkBlock, flatOf } from './block.js';

const told = new NamesTold();

parentPort?.on('message', (/** @type {{ readonly id: number, readonly bytes: Uint8Array<ArrayBuffer> }} */ { id, bytes }) => {
  const block = checkBlock(bytes, workerData.tenantId, undefined, told);
  parentPort?.postMessage({ id, block, buffer: bytes.buffer }, [...flatOf(block), bytes.buffer]);
});
