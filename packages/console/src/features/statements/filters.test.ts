import { expect, test } from 'vitest';
import { cursorOf, filtersOf, isFiltered, setOnly } from './filters.ts';

test('what can be meant is asked for', () => {
  const search = { q: ' rent ', from: '2026-01-01', to: '2026-01-31', min: '0.5', max: '10', counterparty: 'BANK' };
  expect(filtersOf(search)).toEqual({ ...search, q: 'rent' });
  expect(cursorOf({ before: '12.3' })).toBe('12.3');
});

test('an amount may have groups of thousands', () => {
  expect(filtersOf({ min: '1,000', max: '12,345.60' } as never)).toMatchObject({ min: '1000', max: '12345.60' });
});

test.each([
  [{ q: '  ' }],
  [{ from: '2026-13-01' }],
  [{ to: 'yesterday' }],
  [{ min: '-1' }],
  [{ min: '1,00' }],
  [{ max: '' }],
  [{ counterparty: '' }],
])('%j is no filter', (search) => {
  const filters = filtersOf(search as never);
  expect(isFiltered(filters)).toBe(false);
  expect(setOnly(filters)).toEqual({});
});

test.each(['', '5', '0.1', '1.0', 'x.y'])('%j is no page', (before) => {
  expect(cursorOf({ before })).toBeUndefined();
});
