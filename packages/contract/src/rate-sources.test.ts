import { expect, test } from 'vitest';
import { wordOfDerivation, wordOfRateSource } from './rate-sources.ts';

test.each([
  ['TENANT_OVERRIDE', 'Own rate'],
  ['ECB', 'ECB'],
  ['Treasury desk', 'Treasury desk'],
])('the source %s is told as %s', (source, word) => expect(wordOfRateSource(source)).toBe(word));

test.each([
  ['direct', 'USD', 'JPY', ''],
  ['inverse', 'JPY', 'USD', ', inverted'],
  ['cross', 'EUR', 'USD', ', across USD'],
  ['cross', 'USD', 'EUR', ', across USD'],
] as const)('a conversion that is %s says so', (how, base_currency, quote_currency, word) => {
  const rate = { base_currency, quote_currency, rate: '2', asof: '2026-10-30T15:00:00Z', source: 'ECB' };
  expect(wordOfDerivation({ from: how === 'cross' ? 'EUR' : 'USD', how, rates: [rate] })).toBe(word);
});
