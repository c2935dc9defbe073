// The bytes of an archive as runs of whole lines. Compressed ones are told by how they begin, not by their name.
// @ts-check

import { createGunzip } from 'node:zlib';
import { NotAnArchive } from './faults.js';

const BLOCK_BYTES = 1 << 19;
/** Longer than any line that the system writes: a payload has at most some megabytes. */
const LINE_BYTES_MAX = 64 << 20;
/** Blocks differ in length by what they are cut from. */
const GRAIN_BYTES = 1 << 18;
const FREE_MAX = 64;
const FREE_BYTES_MAX = 4 << 20;
const NEWLINE = 0x0a;
const GZIP = Buffer.from([0x1f, 0x8b]);

/** Memory of blocks that nobody reads any more, to be used again: what is handed from thread to thread would else wait to be collected. */
export class BlockMemory {
  /** @type {ArrayBuffer[]} */ #free = [];

  /** @param {number} size @returns {Uint8Array<ArrayBuffer>} what it holds is anything */
  take(size) {
    const at = this.#free.findIndex((buffer) => buffer.byteLength >= size);
    const [buffer] = at < 0 ? [new ArrayBuffer(Math.ceil(size / GRAIN_BYTES) * GRAIN_BYTES)] : this.#free.splice(at, 1);
    return new Uint8Array(/** @type {ArrayBuffer} */ (buffer), 0, size);
  }

  /** @param {ArrayBuffer} buffer */
  giveBack(buffer) {
    // Not that of a line of megabytes.
    if (this.#free.length < FREE_MAX && buffer.byteLength <= FREE_BYTES_MAX) this.#free.push(buffer);
  }
}

/**
 * @param {AsyncIterable<Uint8Array>} source
 * @param {BlockMemory} [memory] where it is used again
 * @returns {AsyncGenerator<Uint8Array<ArrayBuffer>>} each of whole lines, about half a megabyte, of that memory
 */
export async function* readBlocks(source, memory = new BlockMemory()) {
  /** @type {Uint8Array[]} */
  let parts = [];
  let size = 0;
  for await (const chunk of plain(source)) {
    parts.push(chunk);
    size += chunk.length;
    const end = chunk.lastIndexOf(NEWLINE) + 1;
    if (size < BLOCK_BYTES || end === 0) {
      if (size > LINE_BYTES_MAX) throw new NotAnArchive(`a line is longer than ${LINE_BYTES_MAX} bytes`);
      continue;
    }
    const rest = chunk.subarray(end);
    parts[parts.length - 1] = chunk.subarray(0, end);
    yield joined(parts, memory.take(size - rest.length));
    parts = rest.length === 0 ? [] : [rest];
    size = rest.length;
  }
  if (size > 0) yield joined(parts, memory.take(size));
}

/** @type {(parts: readonly Uint8Array[], bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>} */
function joined(parts, bytes) {
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** @type {(source: AsyncIterable<Uint8Array>) => AsyncGenerator<Uint8Array>} */
async function* plain(source) {
  const chunks = source[Symbol.asyncIterator]();
  let head = Buffer.alloc(0);
  let done = false;
  while (head.length < GZIP.length && !done) {
    const next = await chunks.next();
    done = next.done === true;
    if (!next.done) head = Buffer.concat([head, next.value]);
  }
  const all = (async function* () {
    if (head.length > 0) yield head;
    for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) yield next.value;
  })();
  if (!head.subarray(0, GZIP.length).equals(GZIP)) {
    yield* all;
    return;
  }
  const gunzip = createGunzip({ chunkSize: BLOCK_BYTES });
  const feeding = feed(all, gunzip);
  feeding.catch((error) => gunzip.destroy(error));
  try {
    yield* gunzip;
    await feeding;
  } catch (error) {
    if (error instanceof NotAnArchive || !String(/** @type {NodeJS.ErrnoException} */ (error).code).startsWith('Z_')) throw error;
    throw new NotAnArchive('the compressed file is damaged, or ends early');
  }
}

/** @type {(chunks: AsyncIterable<Uint8Array>, gunzip: import('node:zlib').Gunzip) => Promise<void>} */
async function feed(chunks, gunzip) {
  for await (const chunk of chunks) {
    if (gunzip.destroyed) return;
    if (!gunzip.write(chunk)) await new Promise((resolve) => gunzip.once('drain', resolve).once('close', resolve));
  }
  gunzip.end();
}
