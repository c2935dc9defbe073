import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { addDays } from '../time/instant.ts';
import { basisOf, countDay, countDays, type DayCount } from './day-count.ts';

interface VectorSet {
  readonly convention: DayCount;
  readonly source: string;
  readonly days?: readonly (readonly [from: string, to: string, days: number])[];
  readonly fractions?: readonly (readonly [from: string, to: string, fraction: string])[];
}
const { sets } = JSON.parse(readFileSync(new URL('../../../../vectors/interest/day-counts.json', import.meta.url), 'utf8')) as {
  readonly sets: readonly VectorSet[];
};

/** A fraction to so many decimals, half up: what a published table shows. */
function shown(numerator: bigint, denominator: bigint, decimals: number): string {
  const scaled = (numerator * 10n ** BigInt(decimals) * 2n + denominator) / (denominator * 2n);
  const digits = scaled.toString().padStart(decimals + 1, '0');
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

test.each(sets)('$convention counts as published: $source', ({ convention, days = [], fractions = [] }) => {
  expect(days.length + fractions.length).toBeGreaterThan(0);
  for (const [from, to, count] of days) expect([from, to, countDays(convention, from, to)]).toEqual([from, to, BigInt(count)]);
  for (const [from, to, fraction] of fractions) {
    const decimals = fraction.length - 2;
    expect([from, to, shown(countDays(convention, from, to), basisOf(convention), decimals)]).toEqual([from, to, fraction]);
  }
});

describe('one day', () => {
  test.each<readonly [DayCount, string, bigint]>([
    ['ACT/360', '2024-02-29', 1n],
    ['ACT/365', '2023-12-31', 1n],
    ['30/360', '2023-02-27', 1n],
    ['30/360', '2023-02-28', 3n],
    ['30/360', '2024-02-28', 1n],
    ['30/360', '2024-02-29', 2n],
    ['30/360', '2023-01-30', 1n],
    ['30/360', '2023-01-31', 0n],
    ['30/360', '2023-04-30', 1n],
  ])('under %s, %s counts for %s', (convention, day, count) => {
    expect(countDay(convention, day)).toBe(count);
  });
  test.each<DayCount>(['ACT/360', 'ACT/365', '30/360'])(
    '%s: the days of a period come to the period, from any day but the 30th and 31st',
    (c) => {
      let from = '2023-01-01';
      for (let start = 0; start < 800; start += 37, from = addDays('2023-01-01', start)) {
        if (c === '30/360' && from.slice(8) >= '30') continue;
        let sum = 0n;
        for (let i = 0, day = from; i < 500; i++, day = addDays(day, 1)) {
          expect([from, day, sum]).toEqual([from, day, countDays(c, from, day)]);
          sum += countDay(c, day);
        }
      }
    },
  );
});
