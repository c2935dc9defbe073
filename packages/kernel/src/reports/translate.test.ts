import { describe, expect, test } from 'vitest';
import { findConversion, type RateInForce, roundToMinorE8 } from './translate.ts';

const rate = (base_currency: string, quote_currency: string, value: string): RateInForce => ({
  base_currency,
  quote_currency,
  rate: value,
  asof: '2026-01-01T00:00:00.000000Z',
  source: 'TENANT_OVERRIDE',
});
const ratio = (from: string, to: string, rates: readonly RateInForce[], reporting = 'USD') => {
  const found = findConversion(rates, from, to, reporting);
  return found === null ? null : [found.how, found.numerator, found.denominator, found.rates.length];
};

describe('a conversion', () => {
  test('of a currency into itself needs no rate', () => {
    expect(ratio('EUR', 'EUR', [])).toEqual(['same', 1n, 1n, 0]);
  });
  test('takes the direct rate before the one turned round', () => {
    expect(ratio('EUR', 'USD', [rate('USD', 'EUR', '0.5'), rate('EUR', 'USD', '1.25')])).toEqual(['direct', 125n, 100n, 1]);
  });
  test('turns a rate round exactly', () => {
    expect(ratio('USD', 'EUR', [rate('EUR', 'USD', '3')])).toEqual(['inverse', 1n, 3n, 1]);
  });
  test('goes across the reporting currency, each leg either way', () => {
    expect(ratio('GBP', 'JPY', [rate('GBP', 'USD', '1.5'), rate('USD', 'JPY', '150')])).toEqual(['cross', 2250n, 10n, 2]);
    expect(ratio('GBP', 'JPY', [rate('USD', 'GBP', '0.5'), rate('JPY', 'USD', '0.01')])).toEqual(['cross', 1000n, 5n, 2]);
  });
  test('goes across the euro where the reporting currency does not lead there, as the rates of the ECB do', () => {
    const ecb = [rate('EUR', 'USD', '1.25'), rate('EUR', 'JPY', '150')];
    expect(ratio('JPY', 'USD', ecb)).toEqual(['cross', 125n, 15000n, 2]);
    expect(ratio('EUR', 'JPY', ecb)).toEqual(['direct', 150n, 1n, 1]);
    const both = [...ecb, rate('USD', 'JPY', '100'), rate('GBP', 'USD', '2'), rate('EUR', 'GBP', '0.5')];
    expect(ratio('GBP', 'JPY', both)).toEqual(['cross', 200n, 1n, 2]);
  });
  test('is none across any other currency', () => {
    expect(ratio('GBP', 'JPY', [rate('GBP', 'CHF', '1.5'), rate('CHF', 'JPY', '150')])).toBeNull();
    expect(ratio('GBP', 'JPY', [rate('GBP', 'USD', '1.5')])).toBeNull();
  });
});

describe('rounding', () => {
  test('is to the minor unit of the currency', () => {
    expect(roundToMinorE8({ numerator: 1_005_000_00n, denominator: 1n }, 'USD')).toBe(100_000_000n);
    expect(roundToMinorE8({ numerator: 150_000_000n, denominator: 1n }, 'JPY')).toBe(200_000_000n);
    expect(roundToMinorE8({ numerator: 123_456_789n, denominator: 1n }, 'BHD')).toBe(123_500_000n);
  });
});
