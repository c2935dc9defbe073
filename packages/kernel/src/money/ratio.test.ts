import { fc, test as propertyTest } from '@fast-check/vitest';
import { describe, expect, test } from 'vitest';
import { formatRate, parseRate, RATE_DIGITS_MAX } from './rate.ts';
import { convertE8, invert, multiply, one, type Ratio, ratioOf, roundRatio } from './ratio.ts';

const ratio = (numerator: bigint, denominator: bigint): Ratio => ({ numerator, denominator });
const shown = (r: Ratio, digits = RATE_DIGITS_MAX): string => formatRate(roundRatio(r, digits));
const positive = fc.bigInt({ min: 1n, max: 10n ** 24n });
const anyRatio = fc.record({ numerator: positive, denominator: positive });
const amount = fc.bigInt({ min: -(10n ** 28n), max: 10n ** 28n });

describe('an amount converted', () => {
  test.each([
    ['goes to the nearer', 10n, ratio(1n, 3n), 3n],
    ['goes up beyond the half', 11n, ratio(1n, 4n), 3n],
    ['goes to the even one at the half, downwards', 5n, ratio(1n, 2n), 2n],
    ['goes to the even one at the half, upwards', 7n, ratio(1n, 2n), 4n],
    ['does so below zero too', -5n, ratio(1n, 2n), -2n],
    ['and upwards', -7n, ratio(1n, 2n), -4n],
    ['stays nothing', 0n, ratio(7n, 3n), 0n],
  ])('%s', (_what, amountE8, by, expected) => {
    expect(convertE8(amountE8, by)).toBe(expected);
  });
  propertyTest.prop([amount, anyRatio])('is at most half a unit from the truth', (amountE8, by) => {
    const off = convertE8(amountE8, by) * by.denominator - amountE8 * by.numerator;
    expect((off < 0n ? -off : off) * 2n).toBeLessThanOrEqual(by.denominator);
  });
  propertyTest.prop([amount, anyRatio])('and its negative cancel', (amountE8, by) => {
    expect(convertE8(amountE8, by) + convertE8(-amountE8, by)).toBe(0n);
  });
  propertyTest.prop([amount])('at one stays what it is', (amountE8) => {
    expect(convertE8(amountE8, one)).toBe(amountE8);
  });
  propertyTest.prop([amount, anyRatio])('there and back by the exact inverse is off by no more than the two roundings', (amountE8, by) => {
    const back = convertE8(convertE8(amountE8, by), invert(by));
    const off = back - amountE8;
    // Half a unit there is worth half a unit of the inverse here, and half a unit more is rounded here.
    expect((off < 0n ? -off : off) * 2n * by.numerator).toBeLessThanOrEqual(by.denominator + by.numerator);
  });
});

describe('a fraction shown', () => {
  test.each([
    [ratio(1n, 3n), '0.333333333333'],
    [ratio(2n, 3n), '0.666666666667'],
    [ratio(1n, 1n), '1'],
    [ratio(10_000n, 10_825n), '0.923787528868'],
    [ratio(1n, 160n), '0.00625'],
    [ratio(123_456_789_012_345n, 1n), '123456789012000'],
    [ratio(999_999_999_999_5n, 10n), '1000000000000'],
    [ratio(1n, 10n ** 20n), '0.00000000000000000001'],
  ])('%o is %s', (r, text) => {
    expect(shown(r)).toBe(text);
  });
  propertyTest.prop([anyRatio])('has at most twelve significant digits and is as near as those allow', (r) => {
    const { digits, scale } = roundRatio(r, RATE_DIGITS_MAX);
    expect(digits).toBeGreaterThan(0n);
    expect(digits).toBeLessThan(10n ** 12n);
    const back = ratioOf({ digits, scale });
    const off = back.numerator * r.denominator - r.numerator * back.denominator;
    // Relative: half a unit of the twelfth digit, which is at least 10¹¹ of them.
    expect((off < 0n ? -off : off) * 2n * 10n ** 11n).toBeLessThanOrEqual(r.numerator * back.denominator);
  });
  propertyTest.prop([fc.bigInt({ min: 1n, max: 10n ** 12n - 1n }), fc.integer({ min: 0, max: 12 })])(
    'of a rate is that rate',
    (digits, scale) => {
      const text = formatRate({ digits, scale });
      const rate = parseRate(text);
      expect(rate === null ? null : shown(ratioOf(rate))).toBe(rate === null ? null : formatRate(rate));
    },
  );
  propertyTest.prop([anyRatio])('times its inverse is one, exactly', (r) => {
    const { numerator, denominator } = multiply(r, invert(r));
    expect(numerator).toBe(denominator);
  });
});
