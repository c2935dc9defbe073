import { openTenant } from '@countinghouse/testkit/pure-ledger';
import { describe, expect, test } from 'vitest';
import { codeOf, firstOpenDay, lockedAt, periodAt, periodOverlapping } from './days.ts';
import type { PeriodStatus } from './events.ts';
import { insertPeriod } from './evolve.ts';

test.each([
  ['2026-03-01', '2026-03-31', '2026-03'],
  ['2024-02-01', '2024-02-29', '2024-02'],
  ['2025-02-01', '2025-02-27', '2025-02-01_2025-02-27'],
  ['2026-01-01', '2026-03-31', '2026-Q1'],
  ['2026-10-01', '2026-12-31', '2026-Q4'],
  ['2026-02-01', '2026-04-30', '2026-02-01_2026-04-30'],
  ['2026-01-01', '2026-12-31', '2026'],
  ['2026-01-01', '2027-12-31', '2026-01-01_2027-12-31'],
  ['2026-04-01', '2027-03-31', '2026-04-01_2027-03-31'],
  ['2026-03-01', '2026-03-01', '2026-03-01_2026-03-01'],
  ['2025-12-01', '2026-12-31', '2025-12-01_2026-12-31'],
])('the code of %s to %s is %s', (start, end, code) => {
  expect(codeOf(start, end)).toBe(code);
});

describe('a day', () => {
  /** In an order of their own: they are kept by their first day. */
  const list: readonly (readonly [string, string, PeriodStatus])[] = [
    ['2026-04-01', '2026-04-30', 'closing'],
    ['2026-01-01', '2026-01-31', 'published'],
    ['2026-03-01', '2026-03-31', 'locked'],
    ['2026-02-01', '2026-02-28', 'locked'],
    ['2026-06-01', '2026-06-01', 'locked'],
  ];
  const { state } = openTenant();
  for (const [start, end, status] of list)
    insertPeriod(state, { id: start, code: codeOf(start, end), start, end, status, lockedSeq: null });

  test('is in the period that is found by going through all of them', () => {
    for (let day = Date.UTC(2025, 11, 25); day <= Date.UTC(2026, 5, 10); day += 86_400_000) {
      const date = new Date(day).toISOString().slice(0, 10);
      const found = list.find(([start, end]) => start <= date && date <= end);
      expect([date, periodAt(state, date)?.start]).toEqual([date, found?.[0]]);
      expect([date, lockedAt(state, date)?.start]).toEqual([date, found?.[2] === 'closing' ? undefined : found?.[0]]);
    }
  });
  test.each([
    ['2025-12-31', '2025-12-31'],
    ['2026-01-15', '2026-04-01'],
    ['2026-04-02', '2026-04-02'],
    ['2026-06-01', '2026-06-02'],
  ])('that is locked leads to the first open one after it: %s → %s', (date, open) => {
    expect(firstOpenDay(state, date)).toBe(open);
  });
  test.each([
    ['2025-12-01', '2025-12-31', undefined],
    ['2025-12-01', '2026-01-01', '2026-01-01'],
    ['2026-05-01', '2026-05-31', undefined],
    ['2026-05-01', '2026-07-31', '2026-06-01'],
    ['2026-01-31', '2026-02-01', '2026-01-01'],
    ['2026-06-02', '2026-12-31', undefined],
  ])('ranges that share a day: %s to %s', (start, end, other) => {
    expect(periodOverlapping(state, start, end)?.start).toBe(other);
  });
});
