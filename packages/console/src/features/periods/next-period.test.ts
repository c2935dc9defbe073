import { expect, test } from 'vitest';
import { nextPeriod } from './next-period.ts';

test.each([
  ['2026-03-31', [], '2026-02-01', '2026-02-28'],
  ['2024-03-01', [], '2024-02-01', '2024-02-29'],
  ['2026-01-15', [], '2025-12-01', '2025-12-31'],
  ['2026-11-28', ['2026-10-31', '2026-09-30'], '2026-11-01', '2026-11-30'],
  ['2026-01-15', ['2025-12-31'], '2026-01-01', '2026-01-31'],
  ['2026-11-28', ['2026-10-15'], '2026-10-16', '2026-10-31'],
])('on %s, after periods that end %j, %s to %s is closed next', (date, ends, first, last) => {
  expect(nextPeriod(date, ends)).toEqual([first, last]);
});
