import { readdirSync, readFileSync } from 'node:fs';
import { fc, test as propertyTest } from '@fast-check/vitest';
import oracle from 'canonicalize';
import { describe, expect, test } from 'vitest';
import { canonicalize, canonicalizeOnce, type Json, type JsonObject } from './jcs.ts';

const folder = new URL('../../../../vectors/canonical/', import.meta.url);

interface Vector {
  readonly about: string;
  /** JSON text. */
  readonly input: string;
  /** null: refused. */
  readonly canonical: string | null;
}

const vectors = readdirSync(folder)
  .filter((name) => name !== 'numbers.json')
  .map((name): [string, Vector] => [name, JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Vector]);

describe('the published vectors', () => {
  test('are all there', () => {
    const names = vectors.map(([name]) => name);
    for (const name of ['arrays', 'french', 'structures', 'unicode', 'values', 'weird']) expect(names).toContain(`${name}.json`);
  });
  test.each(vectors)('%s is encoded byte for byte, or refused', (_name, { input, canonical }) => {
    const value = JSON.parse(input) as Json;
    if (canonical === null) expect(() => canonicalize(value)).toThrow(RangeError);
    else expect(canonicalize(value)).toBe(canonical);
  });
  test.each(vectors.filter(([, v]) => v.canonical !== null))('%s is its own canonical form once encoded', (_name, { canonical }) => {
    expect(canonicalize(JSON.parse(canonical ?? '') as Json)).toBe(canonical);
  });

  const { numbers } = JSON.parse(readFileSync(new URL('numbers.json', folder), 'utf8')) as {
    readonly numbers: readonly { readonly ieee754: string; readonly canonical: string | null }[];
  };
  test.each(numbers.map((n): [string, string | null] => [n.ieee754, n.canonical]))('the double %s is %s', (bits, canonical) => {
    const value = Buffer.from(bits, 'hex').readDoubleBE();
    if (canonical === null) expect(() => canonicalize(value)).toThrow('not finite');
    else expect(canonicalize(value)).toBe(canonical);
  });
});

describe('another implementation', () => {
  const json = fc.jsonValue({ stringUnit: 'grapheme', maxDepth: 4 }) as fc.Arbitrary<Json>;
  propertyTest.prop([json], { numRuns: 1000 })('encodes every JSON value as we do', (value) => {
    expect(canonicalize(value)).toBe(oracle(value));
  });
  const anyText = fc.string({ unit: 'binary', maxLength: 12 });
  propertyTest.prop([fc.dictionary(anyText, fc.oneof(anyText, fc.double({ noNaN: true, noDefaultInfinity: true })), { maxKeys: 12 })])(
    'sorts and escapes any names as we do',
    (record) => {
      expect(canonicalize(record)).toBe(oracle(record));
    },
  );
});

describe('the canonical form', () => {
  propertyTest.prop([fc.array(fc.tuple(fc.string({ unit: 'binary' }), fc.integer()), { maxLength: 10 })])(
    'does not depend on the order in which members were set',
    (entries) => {
      const once = Object.fromEntries(entries);
      const shuffled = Object.fromEntries(Object.entries(once).toReversed());
      expect(canonicalize(shuffled)).toBe(canonicalize(once));
    },
  );
  propertyTest.prop([fc.jsonValue({ stringUnit: 'binary' })])('reads back as the value it was made of', (value) => {
    const back: unknown = JSON.parse(canonicalize(value as Json));
    expect(canonicalize(back as Json)).toBe(canonicalize(value as Json));
    expect(back).toEqual(JSON.parse(JSON.stringify(value)));
  });
});

describe('what JSON cannot say exactly is refused', () => {
  class Money {
    readonly amount = '1';
  }
  const cases: readonly (readonly [string, unknown])[] = [
    ['undefined', undefined],
    ['an undefined member', { a: undefined }],
    ['a hole in an array', Array.from({ length: 2 }) as unknown],
    ['NaN', Number.NaN],
    ['an infinity', Number.POSITIVE_INFINITY],
    ['a bigint', { seq: 1n }],
    ['a function', () => 1],
    ['a symbol', Symbol('a')],
    ['a date', new Date(0)],
    ['a map', new Map()],
    ['an instance of a class', new Money()],
    ['a lone surrogate', 'a\ud800'],
    ['a lone surrogate in a name', { '\udc00': 1 }],
  ];
  test.each(cases)('%s', (_name, value) => {
    expect(() => canonicalize(value as Json)).toThrow(/no canonical form/);
    expect(() => canonicalize([{ deep: value }] as Json)).toThrow(/no canonical form/);
  });
});

describe('what is encoded once', () => {
  const record = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 })) as fc.Arbitrary<JsonObject>;
  propertyTest.prop([record, fc.boolean()])('is the same by itself and within another, long or short', (some, isLong) => {
    const constraints = isLong ? { ...some, 'long text': 'é'.repeat(5_000) } : some;
    const text = canonicalize(constraints);
    expect(canonicalizeOnce(constraints)).toBe(text);
    expect(canonicalize({ b: [{ constraints }], constraints })).toBe(`{"b":[{"constraints":${text}}],"constraints":${text}}`);
  });
  test('is made once where it is long', () => {
    const told: string[] = [];
    const constraints = {
      get told() {
        told.push('read');
        return 'x'.repeat(5_000);
      },
    };
    const text = canonicalizeOnce(constraints);
    expect(canonicalize({ constraints })).toBe(`{"constraints":${text}}`);
    expect(told).toEqual(['read']);
  });
  test('is refused as ever', () => {
    expect(() => canonicalizeOnce({ a: '\ud800' })).toThrow(RangeError);
    expect(canonicalize({ constraints: null })).toBe('{"constraints":null}');
  });
});
