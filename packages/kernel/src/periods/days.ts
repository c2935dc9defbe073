// Which period a day is in. Periods do not overlap and are kept by their first day, so that a day is found by halving.

import type { TenantState } from '../ledger/state.ts';
import { addDays, parseDate } from '../time/instant.ts';
import type { PeriodState } from './state.ts';

/** The index of the first period that ends on a day or after it. */
export function indexAt(periods: readonly PeriodState[], date: string): number {
  let [low, high] = [0, periods.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((periods[middle] as PeriodState).end < date) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function periodAt({ periods }: TenantState, date: string): PeriodState | null {
  if (periods.length === 0) return null;
  const found = periods[indexAt(periods, date)];
  return found !== undefined && found.start <= date ? found : null;
}

/** The period that shares a day with the range, if any. */
export function periodOverlapping({ periods }: TenantState, start: string, end: string): PeriodState | null {
  const found = periods[indexAt(periods, start)];
  return found !== undefined && found.start <= end ? found : null;
}

export const isLocked = (period: PeriodState | null): period is PeriodState => period !== null && period.status !== 'closing';

/** The period that locks a day, or null where it may be posted to. */
export function lockedAt(state: TenantState, date: string): PeriodState | null {
  const period = periodAt(state, date);
  return isLocked(period) ? period : null;
}

/** The day itself, or the first after it that is in no locked period. */
export function firstOpenDay(state: TenantState, date: string): string {
  for (let day = date; ; ) {
    const period = lockedAt(state, day);
    if (period === null) return day;
    day = addDays(period.end, 1);
  }
}

export const findPeriod = ({ periods }: TenantState, start: string, end: string): PeriodState | null =>
  periods.find((p) => p.start === start && p.end === end) ?? null;

/** `2026-03`, `2026-Q1`, `2026`, or `2026-03-02_2026-04-01` for a range that is no month, quarter or year of the calendar. */
export function codeOf(start: string, end: string): string {
  const [year, month] = [start.slice(0, 4), start.slice(5, 7)];
  const [endMonth, sameYear] = [end.slice(5, 7), end.startsWith(year)];
  const whole = sameYear && start.endsWith('-01') && addDays(end, 1).endsWith('-01');
  if (whole && month === endMonth) return `${year}-${month}`;
  if (whole && month === '01' && endMonth === '12') return year;
  const quarter = ['01-03', '04-06', '07-09', '10-12'].indexOf(`${month}-${endMonth}`) + 1;
  return whole && quarter > 0 ? `${year}-Q${quarter}` : `${start}_${end}`;
}

/** Days in the range, both ends counted. */
export const daysIn = (start: string, end: string): number => (parseDate(end) ?? 0) - (parseDate(start) ?? 0) + 1;
