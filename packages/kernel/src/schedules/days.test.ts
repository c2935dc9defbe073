import { fc, test as property } from '@fast-check/vitest';
import { describe, expect, test } from 'vitest';
import { addDays } from '../time/instant.ts';
import { nextDay } from './days.ts';
import type { Frequency } from './events.ts';

/** The first days of a schedule, one found from the other. */
function days(frequency: Frequency, startOn: string, count: number, endOn: string | null = null): readonly string[] {
  const found: string[] = [];
  let day = nextDay({ frequency, startOn, endOn }, null);
  while (day !== null && found.length < count) {
    found.push(day);
    day = nextDay({ frequency, startOn, endOn }, day);
  }
  return found;
}

describe('the days of a schedule', () => {
  test.each<readonly [Frequency, string, readonly string[]]>([
    ['daily', '2028-02-28', ['2028-02-28', '2028-02-29', '2028-03-01']],
    ['weekly', '2026-12-25', ['2026-12-25', '2027-01-01', '2027-01-08']],
    ['monthly', '2026-01-31', ['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30']],
    ['quarterly', '2025-11-30', ['2025-11-30', '2026-02-28', '2026-05-30', '2026-08-30']],
    ['yearly', '2024-02-29', ['2024-02-29', '2025-02-28', '2026-02-28', '2027-02-28', '2028-02-29']],
  ])('%s from %s', (frequency, startOn, expected) => {
    expect(days(frequency, startOn, expected.length)).toEqual(expected);
  });
  test('end with the last day, which counts', () => {
    expect(days('daily', '2026-01-01', 9, '2026-01-03')).toEqual(['2026-01-01', '2026-01-02', '2026-01-03']);
    expect(days('monthly', '2026-01-31', 9, '2026-02-27')).toEqual(['2026-01-31']);
  });
  test('begin with the start, whatever the day that is asked from', () => {
    expect(nextDay({ frequency: 'monthly', startOn: '2026-05-05', endOn: null }, '2020-01-01')).toBe('2026-05-05');
  });
  property.prop([
    fc.constantFrom<Frequency>('daily', 'weekly', 'monthly', 'quarterly', 'yearly'),
    fc.integer({ min: 0, max: 2000 }),
    fc.integer({ min: 0, max: 5000 }),
  ])('from any day, the next one is the earliest of all that follow it', (frequency, startIn, afterIn) => {
    const startOn = addDays('2024-01-01', startIn);
    const after = addDays('2024-01-01', afterIn);
    const all = days(frequency, startOn, frequency === 'daily' ? 5200 : 800);
    expect(nextDay({ frequency, startOn, endOn: null }, after)).toBe(all.find((d) => d > after) ?? startOn);
  });
});
