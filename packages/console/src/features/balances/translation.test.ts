import type { Translation } from '@countinghouse/contract/features/reports';
import { expect, test } from 'vitest';
import { translateE8, translatorOf, untranslated } from './translation.ts';

const rate = (base_currency: string, quote_currency: string, of: string, asof = '2026-11-26T00:00:00Z') => ({
  base_currency,
  quote_currency,
  rate: of,
  asof,
  source: 'ECB',
});
const translation: Translation = {
  currency: 'EUR',
  minorUnits: 2,
  conversions: [
    { column: 'current', from: 'USD', how: 'inverse', rates: [rate('EUR', 'USD', '1.25')] },
    { column: 'current', from: 'GBP', how: 'direct', rates: [rate('GBP', 'EUR', '1.2', '2026-11-20T00:00:00Z')] },
    { column: 'current', from: 'JPY', how: 'cross', rates: [rate('USD', 'JPY', '160'), rate('EUR', 'USD', '1.25')] },
    { column: 'prior', from: 'CHF', how: 'direct', rates: [rate('CHF', 'EUR', '1')] },
  ],
  missing: [{ column: 'current', currency: 'NOK' }],
};
const e8 = (units: number): bigint => BigInt(units) * 100_000_000n;

test('a sum is translated by rates as they are, turned round and one after the other', () => {
  const by = translatorOf(translation);
  expect(translateE8(new Map([['EUR', e8(1)]]), by)).toBe(e8(1));
  expect(translateE8(new Map([['USD', e8(125)]]), by)).toBe(e8(100));
  expect(translateE8(new Map([['GBP', -e8(10)]]), by)).toBe(-e8(12));
  expect(translateE8(new Map([['JPY', e8(2000)]]), by)).toBe(e8(10));
  expect(
    translateE8(
      new Map([
        ['EUR', e8(1)],
        ['USD', -e8(125)],
        ['GBP', e8(10)],
      ]),
      by,
    ),
  ).toBe(-e8(87));
  expect(by.days).toEqual(['2026-11-20', '2026-11-26']);
});

test('it is rounded once, half to even, and what was in the currency all along is exact', () => {
  const by = translatorOf(translation);
  // 0.00625 USD are 0.005 EUR each.
  expect(translateE8(new Map([['USD', 625_000n]]), by)).toBe(0n);
  expect(translateE8(new Map([['USD', 1_875_000n]]), by)).toBe(2_000_000n);
  expect(translateE8(new Map([['EUR', 7n]]), by)).toBe(7n);
});

test('without a rate there is no sum, but zero needs none', () => {
  const by = translatorOf(translation);
  expect(
    translateE8(
      new Map([
        ['EUR', e8(1)],
        ['NOK', 1n],
      ]),
      by,
    ),
  ).toBeNull();
  expect(
    translateE8(
      new Map([
        ['EUR', e8(1)],
        ['CHF', 1n],
      ]),
      by,
    ),
  ).toBeNull();
  expect(
    translateE8(
      new Map([
        ['EUR', e8(1)],
        ['NOK', 0n],
      ]),
      by,
    ),
  ).toBe(e8(1));
  expect(translateE8(new Map([['USD', 1n]]), untranslated('EUR'))).toBeNull();
});
