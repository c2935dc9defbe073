// How many days a day of interest counts for, and how many the year has. Source: 2006 ISDA Definitions, section 4.16:
// (e) Actual/360, (d) Actual/365 (Fixed), (f) 30/360 (Bond Basis).

import { addDays, parseDate } from '../time/instant.ts';

export type DayCount = 'ACT/360' | 'ACT/365' | '30/360';

/** Source: specification §9. */
export const DEFAULT_DAY_COUNT: DayCount = 'ACT/360';
const bases = { 'ACT/360': 360n, 'ACT/365': 365n, '30/360': 360n } as const satisfies Record<DayCount, bigint>;

/** Days of the year: the denominator. */
export const basisOf = (convention: DayCount): bigint => bases[convention];

const partsOf = (date: string): readonly [year: number, month: number, day: number] => [
  Number(date.slice(0, 4)),
  Number(date.slice(5, 7)),
  Number(date.slice(8, 10)),
];

/** Days from the one date to the other, which does not count: the numerator. Expects `from` not after `to`. */
export function countDays(convention: DayCount, from: string, to: string): bigint {
  if (convention !== '30/360') return BigInt((parseDate(to) ?? 0) - (parseDate(from) ?? 0));
  const [fromYear, fromMonth, fromDay] = partsOf(from);
  const [toYear, toMonth, toDay] = partsOf(to);
  const first = Math.min(fromDay, 30);
  const last = toDay === 31 && first === 30 ? 30 : toDay;
  return BigInt(360 * (toYear - fromYear) + 30 * (toMonth - fromMonth) + last - first);
}

/**
 * What one day counts for: the count from the first of its month up to the next day, less that up to the day itself. Each month
 * then comes to what the convention gives it: under 30/360 the 31st counts for nothing, the last of a February for 2 or 3.
 */
export function countDay(convention: DayCount, day: string): bigint {
  const first = `${day.slice(0, 8)}01`;
  return countDays(convention, first, addDays(day, 1)) - countDays(convention, first, day);
}
