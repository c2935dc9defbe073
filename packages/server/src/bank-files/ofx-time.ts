// Days and times of OFX: `20260131`, `20260131120000`, `20260131120000.000[-5:EST]`, `[-0500:EST]`.

import { formatInstant, parseInstant } from '@countinghouse/kernel/time/instant';
import { BankFileFault, type Place, quoteValue } from './statement.ts';

export interface OfxTime {
  /** `YYYY-MM-DD` as it is written, in its own zone. */
  readonly day: string;
  /** In UTC, where time and zone are written, and the time is not the first moment of the day: banks write days so. */
  readonly instant?: string;
}

const TIME =
  /^(\d{4})(\d{2})(\d{2})(?:(\d{2})(\d{2})(\d{2})?(?:\.\d{1,9})?)?\s*(?:\[\s*([+-]?)(\d{1,2})(?:\.(\d{1,2})|:?([0-5]\d)(?=\s*[:\]]))?\s*(?::[^\]]*)?\]|\[:?[A-Z]{1,5}\])?$/i;
const MINUTES_AN_HOUR = 60;

/** Throws DATE_INVALID. */
export function readOfxTime(text: string, place: Place): OfxTime {
  const time = parseOfxTime(text);
  if (time === null) throw new BankFileFault('DATE_INVALID', `${quoteValue(text)} is not a day or time.`, place);
  return time;
}

/** Null where it is none. Hours of an offset may have a decimal part, `[5.5:IST]`, or minutes; where a zone has a name alone only the day is certain. */
export function parseOfxTime(text: string): OfxTime | null {
  const m = TIME.exec(text.trim());
  const [, year, month, date, hour, minute, second = '00', sign, hours, fraction = '0', minutes = '0'] = m ?? [];
  const day = `${year}-${month}-${date}`;
  const parts = Number(minutes) + Math.round((Number(fraction) * MINUTES_AN_HOUR) / 10 ** fraction.length);
  const offset = hours === undefined ? 0 : Number(hours) * MINUTES_AN_HOUR + parts;
  const pad = (n: number): string => String(n).padStart(2, '0');
  const zone = `${sign === '-' ? '-' : '+'}${pad(Math.floor(offset / MINUTES_AN_HOUR))}:${pad(offset % MINUTES_AN_HOUR)}`;
  const us = parseInstant(`${day}T${hour ?? '00'}:${minute ?? '00'}:${second}${zone}`);
  if (m === null || us === null) return null;
  const midnight = hour === undefined || (hour === '00' && minute === '00' && second === '00');
  return midnight || hours === undefined ? { day } : { day, instant: formatInstant(us) };
}

/** Days and instants by what is written. */
export const compareDays = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
