// The days a statement speaks of: when a fiscal year began, and the same day some months earlier. Dates are `YYYY-MM-DD`.

import { civilFromDays, daysFromCivil, parseDate } from '../time/instant.ts';

const pad = (n: number, width: number): string => n.toString().padStart(width, '0');

interface Civil {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

const format = ({ year, month, day }: Civil): string => `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`;

function civilOf(date: string): Civil {
  const days = parseDate(date);
  if (days === null) throw new RangeError(`not a date: ${date}`);
  return civilFromDays(days);
}

/** The last day of a month; months beyond 1–12 run into the years around. */
const lastDayOf = (year: number, month: number): Civil => {
  const next = year * 12 + month;
  return civilFromDays(daysFromCivil(Math.floor(next / 12), (next % 12) + 1, 1) - 1);
};

export const addDays = (date: string, days: number): string => {
  const { year, month, day } = civilOf(date);
  return format(civilFromDays(daysFromCivil(year, month, day) + days));
};

/** The first day of the fiscal year that a day is in. `startMonth`: 1–12, of the organisation's profile. */
export function fiscalYearStart(date: string, startMonth: number): string {
  const { year, month } = civilOf(date);
  return format({ year: month >= startMonth ? year : year - 1, month: startMonth, day: 1 });
}

/** The same day some months earlier. A month's last day stays the last one: 28 February becomes 31 January. */
export function monthsEarlier(date: string, months: number): string {
  const { year, month, day } = civilOf(date);
  const last = lastDayOf(year, month - months);
  const stays = day === lastDayOf(year, month).day;
  return format({ ...last, day: stays ? last.day : Math.min(day, last.day) });
}
