// The form of an archive's lines: UTF-8, each one JSON object in the one form that ECMAScript's JSON.stringify gives it. Whatever else a
// reader of JSON would take is refused, so that no two readers read two logs.
// @ts-check

import { NotAnArchive } from './faults.js';

/** @typedef {{ readonly [name: string]: unknown }} Record */

/** As ECMAScript escapes one; a pair it writes as itself. */
const LONE_SURROGATE = /(?<!\\)(?:\\\\)*\\ud[89a-f]/;
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** What follows the last line's end is the last; empty where the last line ends. Throws NotAnArchive. @type {(bytes: Uint8Array) => string[]} */
export function linesOf(bytes) {
  let text;
  try {
    text = utf8.decode(bytes);
  } catch {
    throw new NotAnArchive('these bytes are not UTF-8');
  }
  return text.split('\n');
}

/** Throws NotAnArchive for every other form. @type {(text: string, what: string) => Record} */
export function parseObject(text, what) {
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    throw new NotAnArchive(`${what} is not JSON`);
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value)) throw new NotAnArchive(`${what} is not an object`);
  // One form: no white space, no member twice, numbers and escapes as ECMAScript writes them. Two readers never read two logs.
  if (JSON.stringify(value) !== text || LONE_SURROGATE.test(text))
    throw new NotAnArchive(`${what} is not in the one form that an archive has`);
  return value;
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
