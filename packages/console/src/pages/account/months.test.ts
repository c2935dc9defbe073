import { expect, test } from 'vitest';
import { monthOf, monthsBack } from './months.ts';

test('months go back over the turn of a year, the latest first', () => {
  const months = monthsBack('2026-02-28');
  expect(months.slice(0, 3)).toEqual([
    { value: '2026-02', label: 'Feb 2026' },
    { value: '2026-01', label: 'Jan 2026' },
    { value: '2025-12', label: 'Dec 2025' },
  ]);
  expect(months.at(-1)?.value).toBe('2025-02');
});

test.each([
  ['2026-02', '2026-02-28'],
  ['2028-02', '2028-02-29'],
  ['2026-12', '2026-12-31'],
])('%s ends on %s', (month, to) => {
  expect(monthOf(month)).toEqual({ from: `${month}-01`, to });
});
