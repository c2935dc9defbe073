// Whether a text is canonical, told by its length where that can be: no JSON text of a value is shorter than what its strings, names and marks
// take, and of texts without a lone surrogate only the canonical one can be so short.

import { canonicalize, type Json } from './jcs.ts';

/** A number that can be written as short, or shorter, in another way is a multiple of it: 100 as 1e2. */
const OTHER_WAYS_EVERY = 100;

/** Whether `text`, which parsed to `value`, is its canonical encoding. */
export function isCanonical(text: string, value: Json): boolean {
  if (text.length === leastLength(value) && text.isWellFormed()) return true;
  try {
    return canonicalize(value) === text;
  } catch {
    return false;
  }
}

/** In UTF-16 code units; `Infinity` where lengths say nothing: names in another order, or that engines move (“10”), and numbers that have no single shortest form. */
function leastLength(value: Json): number {
  if (typeof value === 'string') return value.length + 2;
  if (value === null || value === true) return 4;
  if (value === false) return 5;
  if (typeof value === 'number') return lengthOfNumber(value);
  if (Array.isArray(value)) {
    let length = Math.max(value.length + 1, 2);
    for (const member of value) length += leastLength(member);
    return length;
  }
  const record = value as { readonly [name: string]: Json };
  const names = Object.keys(record);
  let length = Math.max(names.length + 1, 2);
  for (let i = 0; i < names.length; i++) {
    const name = names[i] as string;
    if (mayMove(name) || (i > 0 && name <= (names[i - 1] as string))) return Number.POSITIVE_INFINITY;
    length += name.length + 3 + leastLength(record[name] as Json);
  }
  return length;
}

const lengthOfNumber = (value: number): number =>
  Number.isSafeInteger(value) && (value > 0 ? value % OTHER_WAYS_EVERY !== 0 : Object.is(value, 0))
    ? String(value).length
    : Number.POSITIVE_INFINITY;

/** Engines put names that are whole numbers before others. */
function mayMove(name: string): boolean {
  const first = name.charCodeAt(0);
  return first >= 0x30 && first <= 0x39;
}
