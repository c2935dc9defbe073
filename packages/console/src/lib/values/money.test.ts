import { parseAmountE8 } from '@countinghouse/kernel/money/amount';
import { expect, test } from 'vitest';
import {
  atDecimals,
  compareNullable,
  group,
  normaliseAmount,
  plainAmountE8,
  readAmountE8,
  readMinorE8,
  showAmountE8,
  showRate,
  sideOf,
  sumByCurrency,
  typedAmountE8,
  ungroup,
  ZERO_AMOUNT,
} from './money.ts';

const e8 = (text: string): bigint => parseAmountE8(text) as bigint;

test.each([
  ['0', 2, '0.00'],
  ['1234.5', 2, '1,234.50'],
  ['-1234567.891', 2, '\u22121,234,567.891'],
  ['1234567', 0, '1,234,567'],
  ['0.00000001', 2, '0.00000001'],
  ['12.345', 3, '12.345'],
  ['99999999999999999999.99', 2, '99,999,999,999,999,999,999.99'],
])('%s with %i decimals reads %s', (amount, minorUnits, shown) => {
  expect(showAmountE8(e8(amount), minorUnits)).toBe(shown);
});

test('a file gets a plain decimal with an ASCII minus', () => {
  expect(plainAmountE8(e8('-1234.5'), 2)).toBe('-1234.50');
});

test('a balance says on which side it stands', () => {
  expect([e8('1'), e8('-1'), 0n].map(sideOf)).toEqual(['Dr', 'Cr', '']);
});

test.each([
  ['', ZERO_AMOUNT],
  ['  ', ZERO_AMOUNT],
  ['12', '12.00000000'],
  [' -0.5 ', '-0.50000000'],
  ['\u22123', '-3.00000000'],
  ['.25', '0.25000000'],
  ['1.123456789', null],
  ['1,234.50', '1234.50000000'],
  ['-12,345,678', '-12345678.00000000'],
  ['1 234.5', '1234.50000000'],
  ['1,00', null],
  ['1,2345', null],
  ['1,234 567', null],
  ['1.234,50', null],
  ['1e3', null],
  ['abc', null],
])('typed %j becomes %j', (typed, normal) => {
  expect(normaliseAmount(typed)).toBe(normal);
});

test('what cannot be read of the wire is an error, never zero', () => {
  for (const text of ['', '-', '1,000', '1e3', '1.123456789', 'null']) {
    expect(() => readAmountE8(text)).toThrow(RangeError);
    expect(() => readMinorE8(text, 2)).toThrow(RangeError);
  }
  expect(() => readMinorE8('1.1234567', 2)).toThrow('not an amount in minor units: 1.1234567');
  expect([readAmountE8('-0.5'), readMinorE8('12345', 2)]).toEqual([-50_000_000n, 12_345_000_000n]);
});

test('what is typed is null until it is an amount', () => {
  expect(['', '.5', '1,0', '-'].map(typedAmountE8)).toEqual([0n, 50_000_000n, null, null]);
});

test('amounts that are not known come first', () => {
  expect([2n, null, 1n].toSorted(compareNullable)).toEqual([null, 1n, 2n]);
});

test.each([
  ['1.0987', '1.0987'],
  ['0.000123456789012345', '0.000123456789012'],
  ['123456789012345', '123456789012000'],
  ['1', '1'],
])('the rate %s is shown as %s', (rate, shown) => {
  expect(showRate(rate)).toBe(shown);
});

test('sums stand in the order of their currencies', () => {
  const sums = sumByCurrency(
    [
      { c: 'USD', a: 2n },
      { c: 'EUR', a: 1n },
      { c: 'USD', a: 3n },
    ],
    (r) => ({ currency: r.c, amountE8: r.a }),
  );
  expect([...sums]).toEqual([
    ['EUR', 1n],
    ['USD', 5n],
  ]);
});

test.each([
  ['250000.00', '250,000.00'],
  ['-1234567.12345678', '-1,234,567.12345678'],
  ['999', '999'],
  ['', ''],
])('%s in groups is %s, and comes back', (plain, grouped) => {
  expect(group(plain)).toBe(grouped);
  expect(ungroup(grouped)).toBe(plain);
});

test.each([
  [100_000_001n, 2, 'up', 101_000_000n],
  [100_000_001n, 2, 'down', 100_000_000n],
  [101_000_000n, 2, 'up', 101_000_000n],
  [150_000_000n, 0, 'down', 100_000_000n],
] as const)('%d at %d decimals, %s, is %d', (amount, decimals, way, shown) => {
  expect(atDecimals(amount, decimals, way)).toBe(shown);
});
