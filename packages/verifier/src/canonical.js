// RFC 8785 (JCS), written from docs/reference/event-format.md: to check that a text is canonical, and to encode what was signed.
// @ts-check

import { leastLength } from './text-length.js';

/** @typedef {null | boolean | number | string | readonly unknown[] | { readonly [name: string]: unknown }} Json */

/**
 * The canonical text of a value that came out of JSON.parse. Throws RangeError for a lone surrogate, which has none.
 * @param {unknown} value
 * @returns {string}
 */
export function canonicalOf(value) {
  if (typeof value === 'string') return quote(value);
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalOf).join(',')}]`;
  const record = /** @type {{ readonly [name: string]: unknown }} */ (value);
  const names = Object.keys(record).sort(byCodeUnits);
  return `{${names.map((name) => `${quote(name)}:${canonicalOf(record[name])}`).join(',')}}`;
}

/** @type {(a: string, b: string) => number} */
const byCodeUnits = (a, b) => (a < b ? -1 : a > b ? 1 : 0);

/**
 * A string of JSON with the escapes of JCS.
 * @param {string} text
 */
export function quote(text) {
  if (!text.isWellFormed()) throw new RangeError('a lone surrogate has no canonical form');
  return JSON.stringify(text);
}

/**
 * Whether `text`, which parsed to `value`, is canonical. Where its length does not say so, all is encoded and compared.
 * @param {string} text
 * @param {unknown} value
 */
export function isCanonical(text, value) {
  try {
    return (text.length === leastLength(value) && text.isWellFormed()) || canonicalOf(value) === text;
  } catch {
    return false;
  }
}
