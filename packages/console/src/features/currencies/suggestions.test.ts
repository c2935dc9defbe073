import { expect, test } from 'vitest';
import { suggestionsOf } from './suggestions.ts';

const info = (code: string) => ({ code, name: code, minorUnits: 2 });
const all = ['AED', 'AUD', 'CAD', 'CHF', 'DKK', 'EUR', 'GBP', 'JPY', 'NOK', 'SEK', 'USD', 'ZAR'].map(info);
const codes = (allowed: readonly string[]): readonly string[] => suggestionsOf(all, allowed.map(info)).map((c) => c.code);

test('at most eight, the usual ones first, none that is allowed already', () => {
  expect(codes(['USD', 'EUR'])).toEqual(['GBP', 'JPY', 'CHF', 'AUD', 'CAD', 'SEK', 'NOK', 'DKK']);
});

test('others by their code once the usual ones are allowed; none when all are', () => {
  expect(codes(['USD', 'EUR', 'GBP', 'JPY', 'CHF', 'AUD', 'CAD', 'SEK', 'NOK', 'DKK'])).toEqual(['AED', 'ZAR']);
  expect(codes(all.map((c) => c.code))).toEqual([]);
});
