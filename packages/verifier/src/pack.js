// A pack of evidence, read by its own index: docs/reference/evidence-format.md.
// @ts-check

import { hash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { NotEvidence } from './faults.js';

const END_BYTES = 34;
const END_FROM = Buffer.from('1f8b08040000000000ff0c0043480800', 'hex');
const END_TO = Buffer.from('03000000000000000000', 'hex');
/** No member of a pack that is whole inflates to more. */
const INFLATED_BYTES_MAX = 64 << 20;
const GZIP = Buffer.from([0x1f, 0x8b]);

/**
 * A bundle as a pack has it: its text, or null where that has not the hash that the index names.
 * @typedef {{ readonly seq: number, readonly name: string, readonly sha256: string, readonly text: string | null }} PackedBundle
 */

/** Whether these bytes could be a pack. @type {(bytes: Buffer) => boolean} */
export const looksLikePack = (bytes) => bytes.subarray(0, GZIP.length).equals(GZIP);

/**
 * What a pack of version 1 has: every bundle that the index names.
 * @typedef {{ readonly version: 1, readonly tenantId: string, readonly bundles: Iterable<PackedBundle> }} BundlePack each is read when it is asked for
 */

/**
 * What a pack of version 2 has. `blocks`: what each inflates to when it is asked for, or null where its bytes are not what was compressed.
 * @typedef {object} EventPack
 * @property {2} version
 * @property {string} tenantId
 * @property {number} firstSeq
 * @property {number} lastSeq
 * @property {Iterable<Buffer | null>} blocks
 * @property {{ readonly size: number, readonly root: string, readonly checkpoint: unknown, readonly publicJwk: unknown, readonly kid: string, readonly outside: readonly unknown[] }} tree
 */

/** @typedef {{ readonly [name: string]: unknown }} Record */

/**
 * Throws NotEvidence for what is no pack of version 1 or 2, or is cut off before its end.
 * @param {Buffer} bytes
 * @returns {BundlePack | EventPack}
 */
export function readPack(bytes) {
  const index = readIndex(bytes);
  if (index['version'] === 1) return bundlesIn(bytes, index);
  if (index['version'] === 2) return eventsIn(bytes, index);
  throw new NotEvidence(`it is a pack of version ${String(index['version'])}; versions 1 and 2 are understood here`, true);
}

/** @param {Buffer} bytes @param {Record} index @returns {BundlePack} */
function bundlesIn(bytes, { tenant_id: tenantId, blocks, bundles }) {
  if (
    typeof tenantId !== 'string' ||
    !Array.isArray(blocks) ||
    !blocks.every(Array.isArray) ||
    !Array.isArray(bundles) ||
    !bundles.every(isEntry)
  )
    throw new NotEvidence('its index is not one', true);
  /** @type {Map<number, Buffer | null>} */
  const inflated = new Map();
  const blockAt = (/** @type {number} */ n) => {
    const known = inflated.get(n);
    if (known !== undefined) return known;
    const [offset = 0, length = 0] = blocks[n] ?? [];
    const block = inflate(bytes.subarray(offset, offset + length));
    // Bundles are in the order of their blocks: one is needed at a time.
    inflated.clear();
    inflated.set(n, block);
    return block;
  };
  return {
    version: 1,
    tenantId,
    bundles: each(bundles, ({ block, offset, size, seq, name, sha256 }) => {
      const content = blockAt(block)?.subarray(offset, offset + size) ?? null;
      const isWhole = content !== null && hash('sha256', content) === sha256;
      return { seq, name, sha256, text: isWhole ? content.toString() : null };
    }),
  };
}

/** @param {Buffer} bytes @param {Record} index @returns {EventPack} */
function eventsIn(bytes, { tenant_id: tenantId, blocks, first_seq: firstSeq, last_seq: lastSeq, outside, ...tree }) {
  const { tree_size: size, root_hash: root, checkpoint, kid, public_jwk: publicJwk } = tree;
  if (
    ![tenantId, root, kid].every((text) => typeof text === 'string') ||
    ![firstSeq, lastSeq, size].every((n) => Number.isSafeInteger(n) && Number(n) > 0) ||
    !Array.isArray(outside) ||
    !Array.isArray(blocks) ||
    !blocks.every(isPlace)
  )
    throw new NotEvidence('its index is not one', true);
  return {
    version: 2,
    tenantId: String(tenantId),
    firstSeq: Number(firstSeq),
    lastSeq: Number(lastSeq),
    blocks: each(blocks, ([offset, length]) => inflate(bytes.subarray(offset, offset + length))),
    tree: { size: Number(size), root: String(root), checkpoint, publicJwk, kid: String(kid), outside },
  };
}

/**
 * One after the other, each when it is asked for: an index may name the same bytes as often as it likes.
 * @template T, R
 * @param {readonly T[]} items
 * @param {(item: T) => R} read
 * @returns {Generator<R>}
 */
function* each(items, read) {
  for (const item of items) yield read(item);
}

/** @type {(place: unknown) => place is readonly [number, number, number]} */
function isPlace(place) {
  return Array.isArray(place) && place.length === 3 && place.every(Number.isSafeInteger);
}

/** @typedef {{ readonly block: number, readonly offset: number, readonly size: number, readonly seq: number, readonly name: string, readonly sha256: string }} Entry */

/**
 * @param {Buffer} bytes
 * @returns {Record}
 */
function readIndex(bytes) {
  const end = bytes.subarray(-END_BYTES);
  if (
    end.length < END_BYTES ||
    !end.subarray(0, END_FROM.length).equals(END_FROM) ||
    !end.subarray(END_BYTES - END_TO.length).equals(END_TO)
  )
    throw new NotEvidence('it has not the end of a pack: it is another file, or cut off', false);
  const text = inflate(bytes.subarray(Number(end.readBigUInt64BE(END_FROM.length)), -END_BYTES))?.toString();
  const index = /** @type {Record} */ (parse(text) ?? {});
  if (index['format'] !== 'countinghouse-evidence-pack') throw new NotEvidence('its index is damaged', true);
  return index;
}

/** @type {(entry: unknown) => entry is Entry} */
function isEntry(entry) {
  const { block, offset, size, seq, name, sha256 } = /** @type {{ readonly [name: string]: unknown }} */ (entry ?? {});
  return [block, offset, size, seq].every(Number.isSafeInteger) && typeof name === 'string' && typeof sha256 === 'string';
}

/** @type {(text: string | undefined) => unknown} */
function parse(text) {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return null;
  }
}

/** Null where the bytes are not what was compressed. @type {(bytes: Buffer) => Buffer | null} */
function inflate(bytes) {
  try {
    return gunzipSync(bytes, { maxOutputLength: INFLATED_BYTES_MAX });
  } catch {
    return null;
  }
}
