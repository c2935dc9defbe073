import { expect, test } from 'vitest';
import { filtersOf, searchOf } from './log.ts';

const exactly = (amount: string) => ({ amount_from: amount, amount_to: amount });

test.each([
  ['1,353.56', exactly('1353.56')],
  ['1353.56', exactly('1353.56')],
  ['275,000', exactly('275000')],
  ['1250', { q: '1250' }],
  ['invoice 1,250', { q: 'invoice 1,250' }],
  ['-12.50', { q: '-12.50' }],
  ['1,2,3.', { q: '1,2,3.' }],
])('%s is looked for as %j', (typed, filter) => expect(searchOf(typed)).toEqual(filter));

test('a bare number is an amount too for whoever asks', () => {
  expect(searchOf('1250', true)).toEqual(exactly('1250'));
  expect(searchOf('rent', true)).toEqual({ q: 'rent' });
});

test('an amount that is looked for gives way to bounds that were set', () => {
  expect(filtersOf({ q: ' 1,353.56 ' })).toEqual(exactly('1353.56'));
  expect(filtersOf({ q: '1,353.56', min: '1000' })).toEqual({ q: '1,353.56', amount_from: '1000' });
});
