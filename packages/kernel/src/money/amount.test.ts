import { readFileSync } from 'node:fs';
import { fc, test as propertyTest } from '@fast-check/vitest';
import { describe, expect, test } from 'vitest';
import { formatAmountE8, formatDecimal, formatMinor, parseAmountE8, parseBalanceE8, parseMinor } from './amount.ts';

const vectors = <T>(name: string): readonly T[] =>
  (JSON.parse(readFileSync(new URL(`../../../../vectors/money/${name}.json`, import.meta.url), 'utf8')) as { readonly cases: readonly T[] })
    .cases;

/** Up to 20 digits before the point. */
const amountE8 = fc.bigInt({ min: -(10n ** 28n) + 1n, max: 10n ** 28n - 1n });

describe('an amount', () => {
  const cases = vectors<{ readonly text: string; readonly amount_e8: string | null; readonly canonical: string | null }>('amounts');
  test.each(cases.filter((c) => c.amount_e8 !== null))('$text is $amount_e8 units of 10⁻⁸ and is written $canonical', (c) => {
    const units = parseAmountE8(c.text);
    expect(units).toBe(BigInt(c.amount_e8 ?? ''));
    expect(formatAmountE8(units ?? -1n)).toBe(c.canonical);
  });
  test.each(cases.filter((c) => c.amount_e8 === null))('$text is not one', ({ text }) => {
    expect(parseAmountE8(text)).toBeNull();
  });

  propertyTest.prop([amountE8])('reads back as what was written, always with eight decimals', (units) => {
    const text = formatAmountE8(units);
    expect(text).toMatch(/^-?\d+\.\d{8}$/);
    expect(parseAmountE8(text)).toBe(units);
  });
  propertyTest.prop([amountE8, amountE8])('keeps its order and its sum: nothing is rounded', (a, b) => {
    const [x, y] = [parseAmountE8(formatAmountE8(a)) ?? 0n, parseAmountE8(formatAmountE8(b)) ?? 0n];
    expect(x + y).toBe(a + b);
    expect(x < y).toBe(a < b);
  });
  propertyTest.prop([fc.nat({ max: 10 ** 9 }), fc.nat({ max: 99_999_999 }), fc.boolean()])(
    'is its digits before the point and its digits after it',
    (whole, fraction, negative) => {
      const text = `${negative ? '-' : ''}${whole}.${fraction.toString().padStart(8, '0')}`;
      expect(parseAmountE8(text)).toBe((negative ? -1n : 1n) * (BigInt(whole) * 100_000_000n + BigInt(fraction)));
    },
  );
});

describe('minor units', () => {
  const cases = vectors<{ readonly amount: string; readonly minor_units: number; readonly minor: string }>('minor-units');
  test.each(cases)('$amount with $minor_units decimals is $minor', ({ amount, minor_units, minor }) => {
    expect(formatMinor(parseAmountE8(amount) ?? -1n, minor_units)).toBe(minor);
    expect(parseMinor(minor, minor_units)).toBe(parseAmountE8(amount));
  });
  test.each(['', '-', '1.', '.1', '1e2', ' 1', '+1', '1.0000000', '1'.repeat(31)])('%j is not a number of them', (text) => {
    expect(parseMinor(text, 2)).toBeNull();
  });
  propertyTest.prop([amountE8, fc.integer({ min: 0, max: 4 })])('are exact, both ways, whatever the currency', (units, minorUnits) => {
    const text = formatMinor(units, minorUnits);
    expect(parseMinor(text, minorUnits)).toBe(units);
    expect(text.includes('.')).toBe(units % 10n ** BigInt(8 - minorUnits) !== 0n);
    expect(text).not.toMatch(/^-0$|^0\d|\.\d*0$/);
  });
});

describe('a balance', () => {
  propertyTest.prop([fc.bigInt({ min: -(10n ** 38n), max: 10n ** 38n })])('reads back whole, however many amounts made it', (units) => {
    expect(parseBalanceE8(formatAmountE8(units))).toBe(units);
  });
  propertyTest.prop([fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n })])(
    'is the same where it is short enough to be read at once, and where not',
    (units) => {
      expect(parseBalanceE8(`${units < 0n ? '-' : ''}000000000${formatAmountE8(units < 0n ? -units : units)}`)).toBe(units);
      expect(parseBalanceE8(formatAmountE8(units))).toBe(units);
    },
  );
  propertyTest.prop([fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n }), fc.nat({ max: 8 })])(
    'is what it says with fewer decimals, too',
    (units, decimals) => {
      const rounded = units - (units % 10n ** BigInt(8 - decimals));
      const text = formatAmountE8(rounded);
      expect(parseBalanceE8(decimals === 0 ? text.slice(0, -9) : text.slice(0, text.length - 8 + decimals))).toBe(rounded);
    },
  );
  test.each([
    '',
    'x',
    '1.',
    '.5',
    '1e5',
    '1.123456789',
    'NaN',
    '.00000000',
    '-.00000001',
    '--1.00000000',
    '1.0000000x',
    '1.-0000000',
    '1a.00000000',
    '/.////////',
    '٣.00000000',
  ])('%j is none, and never zero', (text) => {
    expect(() => parseBalanceE8(text)).toThrow(RangeError);
  });
});

describe('a decimal with the currency’s decimals', () => {
  test.each([
    [1_234_500_000_000n, 2, '12345.00'],
    [-150_000_000n, 2, '-1.50'],
    [1n, 2, '0.00000001'],
    [123_456_789n, 2, '1.23456789'],
    [500_000_000n, 0, '5'],
    [510_000_000n, 0, '5.1'],
    [1_234_000n, 3, '0.01234'],
    [0n, 2, '0.00'],
  ])('%d with %d is %s', (units, minorUnits, text) => {
    expect(formatDecimal(units, minorUnits)).toBe(text);
  });
  propertyTest.prop([amountE8, fc.constantFrom(0, 2, 3, 4)])('says the same amount', (units, minorUnits) => {
    expect(parseAmountE8(formatDecimal(units, minorUnits))).toBe(units);
  });
});
