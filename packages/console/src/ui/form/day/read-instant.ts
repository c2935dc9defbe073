// An instant as people write it: a day as `read-day.ts` reads it, and a time of twenty-four hours or with am and pm.
import { fromInputValue, type TimeZoneSetting, toInputValue, toInstant } from '../../../lib/values/time.ts';
import { readDay } from './read-day.ts';
import type { Read } from './WrittenField.tsx';

const [HOURS, HALF_DAY_HOURS, SIXTY] = [24, 12, 60];
/** As logs, events and programs write them. */
const EXACT = /^\d{4}-\d{2}-\d{2}t\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:z|[+-]\d{2}:\d{2})$/i;
const TIMED = /^(?:(?<day>.*?)(?:, ?| ))?(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2}))?(?: ?(?<half>[ap])m)?$/i;

const two = (n: number): string => String(n).padStart(2, '0');

export interface InstantSetting {
  readonly zone: TimeZoneSetting;
  readonly now: Date;
  /** What a day without a time is: its first second or its last. */
  readonly dayMeans: 'start' | 'end';
}

/** Reads an instant. A time without a day is one of today; a day without a time is its start or its end. */
export function readInstant(typed: string, { zone, now, dayMeans }: InstantSetting): Read {
  const text = typed
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/^(\d{4}-\d{2}-\d{2})t(?=\d{1,2}:\d{2})/i, '$1 ');
  if (EXACT.test(typed.trim())) {
    const at = new Date(typed.trim());
    return Number.isNaN(at.getTime()) ? { why: `“${typed.trim()}” is no time.` } : { value: toInstant(at) };
  }
  if (text.toLowerCase() === 'now') return { value: toInstant(now) };
  const today = toInputValue(toInstant(now), zone).slice(0, 10);
  const { day = '', hour, minute, second, half } = TIMED.exec(text)?.groups ?? {};
  const read = hour === undefined ? readDay(text, today) : day === '' ? { day: today } : readDay(day, today);
  if (read.day === undefined) return { why: read.why };
  if (hour === undefined) return instantOf(read.day, dayMeans === 'start' ? '00:00:00' : '23:59:59', zone);
  const time = timeOf(Number(hour), Number(minute), Number(second ?? 0), half?.toLowerCase());
  return time === null
    ? { why: `“${text.slice(day.length).replace(/^, ?| /, '')}” is no time. Write it as 14:30 or 2:30 pm.` }
    : instantOf(read.day, time, zone);
}

function instantOf(day: string, time: string, zone: TimeZoneSetting): Read {
  const instant = fromInputValue(`${day}T${time}`, zone);
  return instant === null ? { why: `“${day} ${time}” is no time.` } : { value: instant };
}

function timeOf(hour: number, minute: number, second: number, half: string | undefined): string | null {
  if (minute >= SIXTY || second >= SIXTY || hour >= HOURS) return null;
  if (half === undefined) return `${two(hour)}:${two(minute)}:${two(second)}`;
  if (hour < 1 || hour > HALF_DAY_HOURS) return null;
  return `${two((hour % HALF_DAY_HOURS) + (half === 'p' ? HALF_DAY_HOURS : 0))}:${two(minute)}:${two(second)}`;
}
