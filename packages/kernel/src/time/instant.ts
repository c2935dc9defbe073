// Instants are bigint microseconds since 1970-01-01T00:00:00Z (`…Us`); dates are `YYYY-MM-DD` strings. The kernel never asks the time.

export const US_PER_SECOND = 1_000_000n;
const US_PER_DAY = 86_400n * US_PER_SECOND;
/** What RFC 3339 can write and PostgreSQL can hold without an era: the years 0001 to 9999. */
const DAY_MIN = -719_162;
const DAY_MAX = 2_932_896;

const pad = (n: number, width: number): string => n.toString().padStart(width, '0');

/** Days since 1970-01-01 of a civil date (proleptic Gregorian). Source: H. Hinnant, chrono-compatible low-level date algorithms. */
export function daysFromCivil(year: number, month: number, day: number): number {
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

export function civilFromDays(days: number): { readonly year: number; readonly month: number; readonly day: number } {
  const z = days + 719_468;
  const era = Math.floor(z / 146_097);
  const dayOfEra = z - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shifted = Math.floor((5 * dayOfYear + 2) / 153);
  const month = shifted < 10 ? shifted + 3 : shifted - 9;
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day: dayOfYear - Math.floor((153 * shifted + 2) / 5) + 1 };
}

let secondCached = 0;
let secondText = '1970-01-01T00:00:00';

/** Instants come in order, many a second: the text of the last second is kept. */
function textOfSecond(second: number): string {
  if (second === secondCached) return secondText;
  const day = Math.floor(second / 86_400);
  const ofDay = second - day * 86_400;
  const c = civilFromDays(day);
  const time = `${pad(Math.floor(ofDay / 3600), 2)}:${pad(Math.floor(ofDay / 60) % 60, 2)}:${pad(ofDay % 60, 2)}`;
  secondText = `${pad(c.year, 4)}-${pad(c.month, 2)}-${pad(c.day, 2)}T${time}`;
  secondCached = second;
  return secondText;
}

/** RFC 3339 in UTC with six decimals: `2026-01-31T12:00:00.000001Z`. */
export function formatInstant(us: bigint): string {
  let second = us / US_PER_SECOND;
  if (us < 0n && second * US_PER_SECOND !== us) second -= 1n;
  return `${textOfSecond(Number(second))}.${pad(Number(us - second * US_PER_SECOND), 6)}Z`;
}

/** The UTC date of an instant. */
export const dateOf = (us: bigint): string => formatInstant(us).slice(0, 10);

const lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
const daysInMonth = (year: number, month: number): number => (month === 2 && isLeap(year) ? 29 : (lengths[month - 1] ?? 0));

/** Days since 1970-01-01 of `YYYY-MM-DD`; null if there is no such day. */
export function parseDate(text: string): number | null {
  const m = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (m === null) return null;
  const [year, month, day] = [Number(m[1]), Number(m[2]), Number(m[3])];
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return null;
  return daysFromCivil(year, month, day);
}

/** The date some days on or back. Throws RangeError for what is no date. */
export function addDays(date: string, days: number): string {
  const from = parseDate(date);
  if (from === null) throw new RangeError(`not a date: ${date}`);
  const c = civilFromDays(from + days);
  return `${pad(c.year, 4)}-${pad(c.month, 2)}-${pad(c.day, 2)}`;
}

/** The same day some months on or back; the last day of the month where that has fewer days. */
export function addMonths(date: string, months: number): string {
  const count = Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1 + months;
  const [year, month] = [Math.floor(count / 12), (((count % 12) + 12) % 12) + 1];
  const day = Math.min(Number(date.slice(8, 10)), daysInMonth(year, month));
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`;
}

/** The same day some years on or back; 29 February becomes the 28th. */
export const addYears = (date: string, years: number): string => addMonths(date, years * 12);

/** Parses RFC 3339 with any offset, years 0001 to 9999 in UTC, seconds optional; else null. Digits beyond the microsecond are cut off. */
export function parseInstant(text: string): bigint | null {
  const m = /^(\d{4}-\d{2}-\d{2})[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?([Zz]|[+-]\d{2}:\d{2})$/.exec(text);
  if (m === null) return null;
  const day = parseDate(m[1] ?? '');
  const [hour, minute, second] = [Number(m[2]), Number(m[3]), Number(m[4] ?? '0')];
  if (day === null || hour > 23 || minute > 59 || second > 59) return null;
  const zone = m[6] ?? 'Z';
  let offsetMinutes = 0;
  if (zone !== 'Z' && zone !== 'z') {
    const [h, min] = [Number(zone.slice(1, 3)), Number(zone.slice(4, 6))];
    if (h > 23 || min > 59) return null;
    offsetMinutes = (zone.startsWith('-') ? -1 : 1) * (h * 60 + min);
  }
  const fraction = BigInt((m[5] ?? '').slice(0, 6).padEnd(6, '0'));
  const us = BigInt(day) * US_PER_DAY + BigInt(hour * 3600 + (minute - offsetMinutes) * 60 + second) * US_PER_SECOND + fraction;
  return us < BigInt(DAY_MIN) * US_PER_DAY || us >= BigInt(DAY_MAX + 1) * US_PER_DAY ? null : us;
}

/** Reads an instant that was checked before: of an event, a row of the database, a request that the contract let pass. Throws RangeError. */
export function readInstant(text: string): bigint {
  const us = parseInstant(text);
  if (us === null) throw new RangeError(`not an instant: ${text}`);
  return us;
}
