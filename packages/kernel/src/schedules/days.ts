// On which days a schedule posts.

import { addDays, addMonths, parseDate } from '../time/instant.ts';
import type { Frequency } from './events.ts';

const MONTHS: Readonly<Partial<Record<Frequency, number>>> = { monthly: 1, quarterly: 3, yearly: 12 };
const DAYS: Readonly<Partial<Record<Frequency, number>>> = { daily: 1, weekly: 7 };

interface Rhythm {
  readonly frequency: Frequency;
  readonly startOn: string;
  readonly endOn: string | null;
}

/**
 * The first day of a schedule that is after `after` (null: the first of all), or null where there is none any more.
 *
 * Days are counted from the start, never from one another: the 31st becomes the last day of a short month and is the 31st again
 * after it.
 */
export function nextDay({ frequency, startOn, endOn }: Rhythm, after: string | null): string | null {
  const day = after === null || after < startOn ? startOn : firstAfter(frequency, startOn, after);
  return endOn !== null && day > endOn ? null : day;
}

function firstAfter(frequency: Frequency, startOn: string, after: string): string {
  const days = DAYS[frequency];
  if (days !== undefined) {
    const gone = daysBetween(startOn, after);
    return addDays(startOn, (Math.floor(gone / days) + 1) * days);
  }
  const step = MONTHS[frequency] ?? 1;
  const gone = (Number(after.slice(0, 4)) - Number(startOn.slice(0, 4))) * 12 + Number(after.slice(5, 7)) - Number(startOn.slice(5, 7));
  const steps = Math.floor(gone / step);
  const candidate = addMonths(startOn, steps * step);
  return candidate > after ? candidate : addMonths(startOn, (steps + 1) * step);
}

function daysBetween(from: string, to: string): number {
  return (parseDate(to) ?? 0) - (parseDate(from) ?? 0);
}
