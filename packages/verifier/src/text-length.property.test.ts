// What a length may say of a text, for every text: a reader that believes it takes nothing that writing it again would refuse.

import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { canonicalOf } from './canonical.js';
import { NotAnArchive } from './faults.js';
import { parseLine, parseObject } from './lines.js';
import { leastLength } from './text-length.js';

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
    fc.constantFrom('', '"', '\\', 'a"b', '\n', '\u007f', 'ü', '€', '😀'),
  ),
  name: fc.constantFrom('', 'a', 'b', 'aa', '1', '10', '9', '-1', 'ü', 'z"', '__proto__'),
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
  (text) => text.replace(/\/|€/, '\\u20ac'),
  (text) => text.replace(/\{("[^"]*":[^,{}[\]]*),("[^"]*":[^,{}[\]]*)\}/, '{$2,$1}'),
  (text) => text.replace(/\b1000\b/, '1e3 ').replace(/\b100\b/, '1e2'),
];
/** A line whose members are in an order that engines do not keep. */
const moved = (line: string): string => line.replace('{', '{"b":1,"10":2,');
const written = fc
  .tuple(value, fc.constantFrom(...others), fc.constantFrom(...others))
  .map(([v, one, two]) => two(one(JSON.stringify(v))))
  .filter(isJson);

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe('a length', () => {
  test.prop([written], { numRuns: 5_000 })('that is the least is that of the canonical text alone', (text) => {
    const read: unknown = JSON.parse(text);
    if (text.length === leastLength(read)) expect(canonicalOf(read)).toBe(text);
  });

  test.prop([fc.array(value, { maxLength: 3 })])('is the least wherever nothing has a second form', (list) => {
    const text = canonicalOf(list);
    const least = leastLength(JSON.parse(text));
    expect(least === Number.POSITIVE_INFINITY || least <= text.length).toBe(true);
  });

  test.prop([written, fc.constantFrom(...others, moved), fc.nat(3)], { numRuns: 5_000 })(
    'says of a line with a payload what writing it again says',
    (payload, other, seq) => {
      const line = other(JSON.stringify({ kind: 'event', seq, payload, '€': 'a' }));
      const refusal = (read: () => unknown): string | null => {
        try {
          read();
          return null;
        } catch (error) {
          if (error instanceof NotAnArchive) return error.message;
          throw error;
        }
      };
      expect(refusal(() => parseLine(line))).toBe(refusal(() => parseObject(line, 'the line')));
      if (refusal(() => parseLine(line)) !== null) return;
      const read = parseLine(line).payload;
      if (read !== null) expect(canonicalOf(read)).toBe((JSON.parse(line) as { readonly payload: string }).payload);
    },
  );

  test('of what the system writes is the least: it is read without being written again', () => {
    const payload = canonicalOf({ rows: [{ line: 1, amount: '12.50000000', narrative: 'Größe' }], fx: null, ok: true });
    expect(parseLine(JSON.stringify({ kind: 'event', seq: 4711, payload, signature: null })).payload).toEqual(JSON.parse(payload));
  });
});
