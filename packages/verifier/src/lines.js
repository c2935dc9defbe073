// The form of an archive's lines: UTF-8, each one JSON object in the one form that ECMAScript's JSON.stringify gives it. Whatever else a
// reader of JSON would take is refused, so that no two readers read two logs.
// @ts-check

import { splitLines } from '#platform';
import { NotAnArchive, unreadableOf } from './faults.js';
import { leastLengthAround } from './text-length.js';

/** @typedef {{ readonly [name: string]: unknown }} Record */

/** As ECMAScript escapes one; a pair it writes as itself. */
const LONE_SURROGATE = /(?<!\\)(?:\\\\)*\\ud[89a-f]/;
/** Names that ECMAScript would put first wherever they stand: readers in other languages keep them where they are. */
const DECIMAL_NAME_FIRST = /^\{"(?:0|[1-9]\d*)":/;

/** What follows the last line's end is the last; empty where the last line ends. Throws NotAnArchive. @type {(bytes: Uint8Array) => string[]} */
export function linesOf(bytes) {
  try {
    return splitLines(bytes);
  } catch {
    throw new NotAnArchive('these bytes are not UTF-8');
  }
}

const NEWLINE = 0x0a;

/** The first line of a block, for the manifest; what is no UTF-8 in it is found with the block. @type {(bytes: Uint8Array) => string} */
export function firstLineOf(bytes) {
  const end = bytes.indexOf(NEWLINE);
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(0, end < 0 ? undefined : end));
}

/** Throws NotAnArchive for every other form. @type {(text: string, what: string) => Record} */
export function parseObject(text, what) {
  const value = parseAny(text, what);
  checkForm(text, value, what);
  return value;
}

/**
 * A line, and what the payload in it says: null where it has none that is a canonical JSON object, or where only encoding it can show that. Where
 * it is not null, nothing else in the line needs an escape.
 * Throws NotAnArchive. @type {(text: string) => { readonly line: Record, readonly payload: Record | null }}
 */
export function parseLine(text) {
  const line = parseAny(text, 'the line');
  const payload = typeof line['payload'] === 'string' ? objectOf(line['payload']) : null;
  if (DECIMAL_NAME_FIRST.test(text)) throw new NotAnArchive('the line has a member whose name is a decimal number');
  if (payload !== null && text.length === leastLengthAround(line, 'payload', payload)) return { line, payload };
  checkForm(text, line, 'the line');
  return { line, payload: null };
}

/** @type {(text: string, what: string) => Record} */
function parseAny(text, what) {
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    throw new NotAnArchive(`${what} is not JSON`);
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value)) throw new NotAnArchive(`${what} is not an object`);
  return value;
}

/** One form: no white space, no member twice, numbers and escapes as ECMAScript writes them. Two readers never read two logs. @type {(text: string, value: Record, what: string) => void} */
function checkForm(text, value, what) {
  if (!isStringified(text, value) || LONE_SURROGATE.test(text))
    throw new NotAnArchive(`${what} is not in the one form that an archive has`);
}

/** @type {(text: string, value: Record) => boolean} */
function isStringified(text, value) {
  try {
    return JSON.stringify(value) === text;
  } catch (error) {
    throw unreadableOf(error);
  }
}

/** The object that a text is JSON of, or null. @type {(text: string) => Record | null} */
export function objectOf(text) {
  try {
    const value = JSON.parse(text);
    return value !== null && typeof value === 'object' && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

/** The first line of an archive, which all others need. Throws NotAnArchive. @type {(text: string) => Record} */
export function parseManifest(text) {
  const manifest = parseObject(text, 'the first line');
  if (manifest['kind'] !== 'archive' || manifest['format'] !== 'countinghouse-archive')
    throw new NotAnArchive('the first line does not say that this is an archive');
  if (manifest['version'] !== 1)
    throw new NotAnArchive(`this is an archive of version ${String(manifest['version'])}; version 1 is understood here`);
  return manifest;
}

/** Kinds of lines in the order in which they come: a line may say whatever it likes of itself. @type {ReadonlyMap<unknown, number>} */
const phases = new Map(Object.entries({ archive: 0, key: 1, event: 2, head: 2, anchor: 2, account: 3, end: 4 }));

/** Kinds of lines come in their order, and the whole begins and ends once. */
export class Kinds {
  #phase = -1;

  /** Whether a line of a kind belongs where it is. @param {unknown} kind */
  take(kind) {
    const phase = phases.get(kind);
    const isAgain = phase === this.#phase && (phase === 0 || phase === 4);
    if (phase === undefined || phase < this.#phase || isAgain || (this.#phase === -1 && phase !== 0)) return false;
    this.#phase = phase;
    return true;
  }
}
