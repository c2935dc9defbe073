// The reader of CBOR: what RFC 8949 shows in its appendix A, everything that the writer of the store gives, and bytes that are nothing.

import { type Cbor, encodeCbor, Tagged as Written } from '@countinghouse/store/keys/cbor';
import { fc, test as property } from '@fast-check/vitest';
import { describe, expect, test } from 'vitest';
import { decodeCbor, Tagged } from './cbor.js';

const decode = (hex: string) => decodeCbor(Buffer.from(hex, 'hex'));
/** What was read, as the writer has it. */
function written(item: unknown): Cbor {
  if (item instanceof Tagged) return new Written(item.tag, written(item.value));
  if (item instanceof Map) return new Map(Array.from(item, ([key, value]) => [key as number, written(value)]));
  return Array.isArray(item) ? item.map(written) : (item as Cbor);
}
const encode = (item: Cbor): string => encodeCbor(item).toString('hex');

describe('the examples of RFC 8949', () => {
  test.each<[string, Cbor]>([
    ['00', 0],
    ['17', 23],
    ['1818', 24],
    ['1864', 100],
    ['1903e8', 1000],
    ['1a000f4240', 1_000_000],
    ['1b000000e8d4a51000', 1_000_000_000_000],
    ['20', -1],
    ['3863', -100],
    ['3903e7', -1000],
    ['f6', null],
    ['40', Buffer.of()],
    ['4401020304', Buffer.of(1, 2, 3, 4)],
    ['60', ''],
    ['62225c', '"\\'],
    ['62c3bc', 'ü'],
    ['64f0908591', '𐅑'],
    ['80', []],
    ['8301820203820405', [1, [2, 3], [4, 5]]],
    ['a0', new Map()],
    [
      'a201020304',
      new Map([
        [1, 2],
        [3, 4],
      ]),
    ],
  ])('%s', (hex, item) => {
    expect(written(decode(hex))).toEqual(item);
    expect(encode(item)).toBe(hex);
  });
  test('c11a514b67b0, a tag', () => {
    expect(decode('c11a514b67b0')).toEqual(new Tagged(1, 1_363_896_240));
    expect(encode(new Written(1, 1_363_896_240))).toBe('c11a514b67b0');
  });
});

describe('what is refused', () => {
  test.each([
    ['nothing', ''],
    ['something behind it', '0000'],
    ['a number in a longer form', '1817'],
    ['a number of two bytes that needs one', '1900ff'],
    ['a number of four bytes that needs two', '1a0000ffff'],
    ['a number of eight bytes that needs four', '1b00000000ffffffff'],
    ['a number beyond 2⁵³ − 1', '1b0020000000000000'],
    ['a length of indefinite size', '5f42010243030405ff'],
    ['an array of indefinite size', '9fff'],
    ['a map of indefinite size', 'bfff'],
    ['a break alone', 'ff'],
    ['a reserved length', '1c'],
    ['a float', 'f93c00'],
    ['true', 'f5'],
    ['undefined', 'f7'],
    ['bytes that are cut off', '440102'],
    ['an array that is cut off', '8201'],
    ['an array that says it is enormous', '9b001fffffffffffff'],
    ['bytes that say they are enormous', '5b001fffffffffffff00'],
    ['text that is not UTF-8', '61ff'],
    ['half a letter', '63eda080'],
    ['a key twice', 'a2010201 03'.replace(' ', '')],
    ['keys out of order', 'a203040102'],
    ['a key that is an array', 'a18001'],
    ['17 arrays in each other', `${'81'.repeat(16)}80`],
  ])('%s', (_what, hex) => {
    expect(() => decode(hex)).toThrow(RangeError);
  });
});

const items = fc.letrec<{ item: Cbor }>((tie) => ({
  item: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    fc.maxSafeInteger(),
    fc.string({ unit: 'grapheme' }),
    fc.uint8Array({ maxLength: 300 }),
    fc.constant(null),
    fc.array(tie('item'), { maxLength: 30 }),
    fc.array(fc.tuple(fc.maxSafeInteger(), tie('item')), { maxLength: 30 }).map((members) => new Map(members)),
  ),
})).item;

property.prop([items])('what is written is read, and written as it was', (item) => {
  const bytes = encodeCbor(item);
  expect(encodeCbor(written(decodeCbor(bytes)))).toEqual(bytes);
});
property.prop([fc.uint8Array({ maxLength: 200 })], { numRuns: 2000 })('bytes are CBOR in this very form, or refused', (bytes) => {
  let item: unknown;
  try {
    item = decodeCbor(bytes);
  } catch (error) {
    expect(error).toBeInstanceOf(RangeError);
    return;
  }
  expect(encodeCbor(written(item))).toEqual(Buffer.from(bytes));
});
