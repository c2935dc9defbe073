// A day as people write it. What can be read in two ways is not guessed: it is refused, with what to write in its place.
import { MONTHS, showDay } from '../../../lib/values/time.ts';

/** The day, `2026-03-05`; or why what was typed is none, as a sentence. */
export type ReadDay = { readonly day: string; readonly why?: never } | { readonly why: string; readonly day?: never };

const EXAMPLES = 'Write a day as 5 Mar 2026, 5.3.2026 or 2026-03-05, or as today or -1d.';
const [YEAR_MIN, YEAR_MAX] = [1900, 2199];
const MONTH_NAMES = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
] as const;
const near: Readonly<Record<string, number>> = { yesterday: -1, today: 0, tomorrow: 1 };

const two = (n: number): string => String(n).padStart(2, '0');
const daysIn = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate();

/** Whether what is typed is a day that nothing more belongs to: it is taken at once. */
export const isWholeDay = (typed: string): boolean => /^\d{4}-\d{2}-\d{2}$|(^|\D)\d{4}$/.test(typed.trim());

/** Reads a day. Without a year it is one of this year; `today`: where the person is, `2026-11-28`. */
export function readDay(typed: string, today: string): ReadDay {
  const text = typed.trim().toLowerCase().replace(/\s+/g, ' ');
  const [thisYear = 0] = today.split('-').map(Number);
  const days = near[text];
  if (days !== undefined) return shift(today, days, 'd');
  const relative = /^([+-−])(\d{1,4}) ?([dwmy])$/.exec(text);
  if (relative !== null) return shift(today, Number(relative[2]) * (relative[1] === '+' ? 1 : -1), relative[3] as Unit);

  const yearFirst = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/.exec(text) ?? /^(\d{4})()(\d{2})(\d{2})$/.exec(text);
  if (yearFirst !== null) return dayOf(Number(yearFirst[1]), Number(yearFirst[3]), Number(yearFirst[4]));
  const dotted = /^(\d{1,2})\. ?(\d{1,2})\.?(?: ?(\d{4}|\d{2}))?$/.exec(text);
  if (dotted !== null) return dayOf(yearOf(dotted[3], thisYear), Number(dotted[2]), Number(dotted[1]));
  const slashed = /^(\d{1,2})([-/])(\d{1,2})(?:\2(\d{4}|\d{2}))?$/.exec(text);
  if (slashed !== null) return eitherWay(typed.trim(), Number(slashed[1]), Number(slashed[3]), yearOf(slashed[4], thisYear));

  const named =
    /^(?<day>\d{1,2})(?:st|nd|rd|th|\.)?[ -]?(?<month>[a-z]{3,9})\.?,?(?:[ -]?(?<year>\d{4}|\d{2}))?$/.exec(text) ??
    /^(?<month>[a-z]{3,9})\.? ?(?<day>\d{1,2})(?:st|nd|rd|th)?(?:,? (?<year>\d{4}|\d{2}))?$/.exec(text);
  const { day = '', month = '', year } = named?.groups ?? {};
  const number = MONTH_NAMES.findIndex((name) => month !== '' && name.startsWith(month)) + 1;
  return number === 0 ? { why: `“${typed.trim()}” is no day. ${EXAMPLES}` } : dayOf(yearOf(year, thisYear), number, Number(day));
}

/** `26` is 2026; nothing is this year. */
const yearOf = (digits: string | undefined, thisYear: number): number =>
  digits === undefined ? thisYear : digits.length === 2 ? 2000 + Number(digits) : Number(digits);

function dayOf(year: number, month: number, day: number): ReadDay {
  if (year < YEAR_MIN || year > YEAR_MAX) return { why: `Write a year from ${YEAR_MIN} to ${YEAR_MAX}.` };
  const name = MONTHS[month - 1];
  if (name === undefined) return { why: `There is no month ${month}. ${EXAMPLES}` };
  const last = daysIn(year, month);
  if (day < 1 || day > last) return { why: `${name} ${year} has ${last} days.` };
  return { day: `${year}-${two(month)}-${two(day)}` };
}

/** Day and month are told apart where only one way round is a day, or where both are the same. */
function eitherWay(typed: string, first: number, second: number, year: number): ReadDay {
  const [dayFirst, monthFirst] = [dayOf(year, second, first), dayOf(year, first, second)];
  const [one, other] = [dayFirst, monthFirst].flatMap(({ day }) => day ?? []);
  if (one === undefined) return second > 12 ? monthFirst : dayFirst;
  if (other === undefined || other === one) return { day: one };
  return { why: `“${typed}” can be ${showDay(one, '')} or ${showDay(other, '')}: write one of these.` };
}

type Unit = 'd' | 'w' | 'm' | 'y';

/** So many days, weeks, months or years further; a day that its new month lacks becomes the last one of it. */
function shift(from: string, by: number, unit: Unit): ReadDay {
  const [year = 0, month = 1, day = 1] = from.split('-').map(Number);
  if (unit === 'd' || unit === 'w') {
    const to = new Date(Date.UTC(year, month - 1, day + by * (unit === 'w' ? 7 : 1)));
    return dayOf(to.getUTCFullYear(), to.getUTCMonth() + 1, to.getUTCDate());
  }
  const months = year * 12 + (month - 1) + by * (unit === 'y' ? 12 : 1);
  const [toYear, toMonth] = [Math.floor(months / 12), (months % 12) + 1];
  return dayOf(toYear, toMonth, Math.min(day, daysIn(toYear, toMonth)));
}
