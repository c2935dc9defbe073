// How short a JSON text of a value can be. A text of that very length is the one that ECMAScript's JSON.stringify gives: whatever else JSON
// lets a text say (white space, a member twice, other escapes and numbers) takes more of it. So a form is checked without writing it again.
// @ts-check

/** A number that can be written as short, or shorter, in another way is a multiple of it: 100 as 1e2. */
const OTHER_WAYS_EVERY = 100;
const ZERO = 0x30;
const NINE = 0x39;

/**
 * Of a value out of JSON.parse: no JSON text of it is shorter, and of those without a lone surrogate only JSON.stringify’s can be so short;
 * its names are in the order of their code units then. `Infinity` where this cannot be said by lengths: names in another order, or that engines
 * move (“10”), and numbers that are no whole ones with a single shortest form.
 * @param {unknown} value
 * @param {number} [quote] what a quotation mark takes: 1; 2 where the text is itself in a string of JSON
 * @returns {number} UTF-16 code units
 */
export function leastLength(value, quote = 1) {
  if (typeof value === 'string') return value.length + 2 * quote;
  if (value === null || value === true) return 4;
  if (value === false) return 5;
  if (typeof value === 'number') return lengthOfNumber(value);
  if (Array.isArray(value)) {
    let length = Math.max(value.length + 1, 2);
    for (const member of value) length += leastLength(member, quote);
    return length;
  }
  const record = /** @type {Readonly<Record<string, unknown>>} */ (value);
  const names = Object.keys(record);
  let length = Math.max(names.length + 1, 2);
  for (let i = 0; i < names.length; i++) {
    const name = /** @type {string} */ (names[i]);
    if (mayMove(name) || (i > 0 && name <= /** @type {string} */ (names[i - 1]))) return Number.POSITIVE_INFINITY;
    length += name.length + 2 * quote + 1 + leastLength(record[name], quote);
  }
  return length;
}

/**
 * The same of a record whose names may stand in any order, which holds a JSON text in one of its members.
 * @param {Readonly<Record<string, unknown>>} record
 * @param {string} inner the name of that member
 * @param {unknown} value what its text says
 */
export function leastLengthAround(record, inner, value) {
  const names = Object.keys(record);
  let length = names.length + 1;
  for (const name of names) {
    if (mayMove(name)) return Number.POSITIVE_INFINITY;
    length += name.length + 3 + (name === inner ? 2 + leastLength(value, 2) : leastLength(record[name]));
  }
  return length;
}

/** @param {number} value */
const lengthOfNumber = (value) =>
  Number.isSafeInteger(value) && (value > 0 ? value % OTHER_WAYS_EVERY !== 0 : Object.is(value, 0))
    ? String(value).length
    : Number.POSITIVE_INFINITY;

/** Engines put names that are whole numbers before others. @param {string} name */
function mayMove(name) {
  const first = name.charCodeAt(0);
  return first >= ZERO && first <= NINE;
}
