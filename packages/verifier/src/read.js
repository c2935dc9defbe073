// The bytes of an archive as runs of whole lines. Compressed ones are told by how they begin, not by their name.
// @ts-check

import { createGunzip } from 'node:zlib';
import { NotAnArchive } from './faults.js';

const BLOCK_BYTES = 1 << 19;
const READ_BYTES = 1 << 20;
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

/** Reads on into memory, and answers how many bytes it read: 0 at the end. @typedef {(into: Uint8Array) => Promise<number>} Fill */
/** A file that is open, as far as it is read here. @typedef {Pick<import('node:fs/promises').FileHandle, 'read' | 'createReadStream'>} OpenFile */

/**
 * @param {AsyncIterable<Uint8Array> | OpenFile} source of a file its bytes come into that memory at once
 * @param {BlockMemory} [memory] where it is used again
 * @returns {AsyncGenerator<Uint8Array<ArrayBuffer>>} each of whole lines, about half a megabyte, of that memory
 */
export async function* readBlocks(source, memory = new BlockMemory()) {
  const fill = Symbol.asyncIterator in source ? fillFrom(plain(source)) : await fillFromFile(source);
  let bytes = memory.take(BLOCK_BYTES);
  let size = 0;
  for (let read = await fill(bytes); read > 0; read = await fill(bytes.subarray(size))) {
    size += read;
    if (size < bytes.length) continue;
    const end = bytes.lastIndexOf(NEWLINE) + 1;
    if (end === 0 && size > LINE_BYTES_MAX) throw new NotAnArchive(`a line is longer than ${LINE_BYTES_MAX} bytes`);
    const rest = bytes.subarray(end);
    const next = memory.take(Math.max(BLOCK_BYTES, 2 * rest.length));
    next.set(rest);
    size = rest.length;
    if (end > 0) yield bytes.subarray(0, end);
    else memory.giveBack(bytes.buffer);
    bytes = next;
  }
  if (size > 0) yield bytes.subarray(0, size);
}

/** @param {AsyncIterable<Uint8Array>} source @returns {Fill} */
function fillFrom(source) {
  const chunks = source[Symbol.asyncIterator]();
  /** @type {Uint8Array} */
  let chunk = new Uint8Array(0);
  return async (into) => {
    while (chunk.length === 0) {
      const next = await chunks.next();
      if (next.done === true) return 0;
      chunk = next.value;
    }
    const taken = chunk.subarray(0, into.length);
    into.set(taken);
    chunk = chunk.subarray(taken.length);
    return taken.length;
  };
}

/** From where it stands: it may be no file that can be read twice. @param {OpenFile} file @returns {Promise<Fill>} */
async function fillFromFile(file) {
  /** @type {Fill} */
  const fill = async (into) => (await file.read(into, 0, into.length, null)).bytesRead;
  const head = Buffer.alloc(GZIP.length);
  const begun = await fill(head);
  if (begun === GZIP.length && !head.equals(GZIP)) {
    let left = head;
    return (into) => {
      if (left.length === 0) return fill(into);
      into.set(left);
      left = Buffer.alloc(0);
      return Promise.resolve(head.length);
    };
  }
  const all = (async function* () {
    yield head.subarray(0, begun);
    yield* file.createReadStream({ highWaterMark: READ_BYTES });
  })();
  return fillFrom(plain(all));
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
    // What it did not take are zeros behind the last member, and nothing else: other readers read on behind them.
    if ((await feeding) > gunzip.bytesWritten) throw new NotAnArchive('something follows behind the end of the compressed file');
  } catch (error) {
    if (error instanceof NotAnArchive || !String(/** @type {NodeJS.ErrnoException} */ (error).code).startsWith('Z_')) throw error;
    throw new NotAnArchive('the compressed file is damaged, or ends early');
  }
}

/**
 * Answers where the last byte ends that is no zero.
 * @type {(chunks: AsyncIterable<Uint8Array>, gunzip: import('node:zlib').Gunzip) => Promise<number>}
 */
async function feed(chunks, gunzip) {
  let [size, end] = [0, 0];
  for await (const chunk of chunks) {
    // Somebody stopped reading.
    if (gunzip.destroyed && !gunzip.readableEnded) return end;
    const last = chunk.findLastIndex((byte) => byte !== 0);
    if (last >= 0) end = size + last + 1;
    size += chunk.length;
    if (gunzip.destroyed || gunzip.write(chunk)) continue;
    await new Promise((resolve) => {
      const goOn = () => resolve(gunzip.off('drain', goOn).off('close', goOn));
      gunzip.on('drain', goOn).on('close', goOn);
    });
  }
  if (!gunzip.destroyed) gunzip.end();
  return end;
}
