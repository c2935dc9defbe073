import { expect, test } from 'vitest';
import { lastMonth } from './last-month.ts';

test.each([
  ['2026-03-31', '2026-02-01', '2026-02-28'],
  ['2024-03-01', '2024-02-01', '2024-02-29'],
  ['2026-01-15', '2025-12-01', '2025-12-31'],
])('the month before that of %s is %s to %s', (date, first, last) => {
  expect(lastMonth(date)).toEqual([first, last]);
});
