// RFC 8785 (JCS), written from docs/reference/event-format.md: to check that a text is canonical, and to encode what was signed.
// @ts-check

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
 * Whether `text`, which parsed to `value`, is canonical. The engine's own encoder keeps the order of the names it met, so where it
 * gives back the very text only the order is left to check; names like "10" it moves, and then all is encoded anew.
 * @param {string} text
 * @param {unknown} value
 */
export function isCanonical(text, value) {
  try {
    if (text.includes('\\ud') || text.includes('\\uD') || JSON.stringify(value) !== text) return canonicalOf(value) === text;
    return isOrdered(value);
  } catch {
    return false;
  }
}

/**
 * @param {unknown} value
 * @returns {boolean}
 */
function isOrdered(value) {
  if (value === null || typeof value !== 'object') return true;
  if (Array.isArray(value)) return value.every(isOrdered);
  const record = /** @type {{ readonly [name: string]: unknown }} */ (value);
  const names = Object.keys(record);
  for (let i = 0; i < names.length; i++) {
    const name = /** @type {string} */ (names[i]);
    if (i > 0 && /** @type {string} */ (names[i - 1]) >= name) return false;
    const inner = record[name];
    if (inner !== null && typeof inner === 'object' && !isOrdered(inner)) return false;
  }
  return true;
}
