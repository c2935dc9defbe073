import { describe, expect, test } from 'vitest';
import { addDays, fiscalYearStart, monthsEarlier } from './days.ts';

describe('days of a statement', () => {
  test.each([
    ['2026-06-15', 1, '2026-01-01'],
    ['2026-06-15', 6, '2026-06-01'],
    ['2026-06-15', 7, '2025-07-01'],
    ['2026-01-01', 1, '2026-01-01'],
    ['2025-12-31', 1, '2025-01-01'],
    ['2026-06-30', 12, '2025-12-01'],
  ])('%s is in the fiscal year that began in month %i: %s', (date, month, start) => {
    expect(fiscalYearStart(date, month)).toBe(start);
  });
  test.each([
    ['2026-03-15', 1, '2026-02-15'],
    ['2026-03-31', 1, '2026-02-28'],
    ['2026-02-28', 1, '2026-01-31'],
    ['2024-02-29', 12, '2023-02-28'],
    ['2023-02-28', 12, '2022-02-28'],
    ['2025-02-28', 12, '2024-02-29'],
    ['2026-05-30', 3, '2026-02-28'],
    ['2026-01-31', 3, '2025-10-31'],
    ['2026-01-01', 1, '2025-12-01'],
    ['2026-12-31', 12, '2025-12-31'],
  ])('%s, %i months earlier, is %s', (date, months, earlier) => {
    expect(monthsEarlier(date, months)).toBe(earlier);
  });
  test.each([
    ['2026-01-01', -1, '2025-12-31'],
    ['2024-02-28', 1, '2024-02-29'],
    ['2026-12-31', 1, '2027-01-01'],
  ])('%s and %i days are %s', (date, days, then) => {
    expect(addDays(date, days)).toBe(then);
  });
  test('what is no date is refused by name', () => {
    expect(() => fiscalYearStart('2026-02-30', 1)).toThrow(RangeError);
  });
});
