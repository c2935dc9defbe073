// A text is told to be canonical where encoding it again gives it, and nowhere else.

import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { isCanonical } from './is-canonical.ts';
import { canonicalize, type Json } from './jcs.ts';

/** Values with what is written in more than one way: numbers with zeros, names that engines move, characters with escapes. */
const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 3 },
    tie('leaf'),
    fc.array(tie('any'), { maxLength: 3 }),
    fc.dictionary(tie('name') as fc.Arbitrary<string>, tie('any'), { maxKeys: 3 }),
  ),
  leaf: fc.oneof(
    fc.constantFrom(null, true, false, 0, 7, 99, 100, 110, 1e3, 12_300, -1, 0.5, 1e21, 2 ** 53),
    fc.string({ maxLength: 4 }),
    fc.constantFrom('', '"', '\\', 'a"b', '\n', '\u007f', 'ü', '€', '😀', '\ud800'),
  ),
  name: fc.constantFrom('', 'a', 'b', 'aa', '1', '10', '9', '-1', 'ü', 'z"'),
})).any;

/** Ways to write one thing that JSON takes all the same. */
const others: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => ` ${text}`,
  (text) => text.replace(',', ', '),
  (text) => text.replace(/([1-9])00\b/, '$1e2'),
  (text) => text.replace(/\b0\b/, '-0'),
  (text) => text.replace(/"a"/, '"\\u0061"'),
  (text) => text.replace(/\{("[^"]*"):/, '{$1:null,$1:'),
  (text) => text.replace(/€/, '\\u20ac'),
  (text) => text.replace('\\ud800', '\ud800'),
  (text) => text.replace(/\{("[^"]*":[^,{}[\]]*),("[^"]*":[^,{}[\]]*)\}/, '{$2,$1}'),
];
const written = fc
  .tuple(value, fc.constantFrom('written', 'canonical'), fc.constantFrom(...others), fc.constantFrom(...others))
  .map(([v, form, one, two]) => two(one((form === 'canonical' ? canonical(v as Json) : null) ?? JSON.stringify(v))))
  .filter((text) => parsed(text) !== undefined);

function canonical(value: Json): string | null {
  try {
    return canonicalize(value);
  } catch {
    return null;
  }
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

describe('canonical', () => {
  test.prop([written], { numRuns: 5_000 })('is what encoding it again gives', (text) => {
    const read = JSON.parse(text) as Json;
    expect(isCanonical(text, read)).toBe(canonical(read) === text);
  });
});
