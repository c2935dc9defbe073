// Instants on the screen: absolute to the second, and how long ago. One setting decides between local time and UTC.
export type TimeZoneSetting = 'local' | 'utc';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const MONTH_DAYS = 30;
const YEAR_DAYS = 365;

const two = (n: number): string => String(n).padStart(2, '0');

interface Parts {
  readonly date: string;
  readonly time: string;
}

function partsOf(at: Date, zone: TimeZoneSetting): Parts {
  const shifted = zone === 'utc' ? at : new Date(at.getTime() - at.getTimezoneOffset() * MINUTE_MS);
  const iso = shifted.toISOString();
  return { date: iso.slice(0, 10), time: iso.slice(11, 19) };
}

const parse = (instant: string): Date | null => {
  const at = new Date(instant);
  return Number.isNaN(at.getTime()) ? null : at;
};

/** An instant of the wire. Throws RangeError for anything else: no other time is shown in its place. */
export function readInstant(instant: string): Date {
  const at = parse(instant);
  if (at === null) throw new RangeError(`not an instant: ${instant}`);
  return at;
}

/** The date of an instant, `2026-01-31`, in the chosen zone. */
export const dateOf = (instant: string, zone: TimeZoneSetting): string => partsOf(readInstant(instant), zone).date;

/** `14:52`. */
export const showTime = (instant: string, zone: TimeZoneSetting): string => partsOf(readInstant(instant), zone).time.slice(0, 5);

/** `14:52:07`. */
export const showSeconds = (instant: string, zone: TimeZoneSetting): string => partsOf(readInstant(instant), zone).time;

/** `31 Jan 14:52`, with the year as `showDay` has it. */
export const showInstant = (instant: string, zone: TimeZoneSetting, year?: string): string =>
  `${showDay(dateOf(instant, zone), year)} ${showTime(instant, zone)}`;

const plural = (n: number, unit: string): string => `${n} ${unit}${n === 1 ? '' : 's'}`;

/** `3 min ago`, `in 7 days`. What lies ahead is rounded to the nearest: a week that began a minute ago ends in 7 days. */
export function showRelative(instant: string, nowMs: number): string {
  const deltaMs = nowMs - readInstant(instant).getTime();
  const ms = Math.abs(deltaMs);
  if (ms < 10 * SECOND_MS) return 'just now';
  const whole = (unitMs: number): number => (deltaMs >= 0 ? Math.floor(ms / unitMs) : Math.round(ms / unitMs));
  const days = whole(DAY_MS);
  const amount =
    whole(SECOND_MS) < MINUTE_MS / SECOND_MS
      ? `${whole(SECOND_MS)} s`
      : whole(MINUTE_MS) < HOUR_MS / MINUTE_MS
        ? `${whole(MINUTE_MS)} min`
        : whole(HOUR_MS) < DAY_MS / HOUR_MS
          ? `${whole(HOUR_MS)} h`
          : days < MONTH_DAYS * 2
            ? plural(days, 'day')
            : days < YEAR_DAYS
              ? plural(Math.floor(days / MONTH_DAYS), 'month')
              : plural(Math.floor(days / YEAR_DAYS), 'year');
  return deltaMs >= 0 ? `${amount} ago` : `in ${amount}`;
}

/** An instant as a field has it, `2026-03-05T14:30:00` in the chosen zone; empty for what an address carries and is none. */
export function toInputValue(instant: string, zone: TimeZoneSetting): string {
  const at = parse(instant);
  if (at === null) return '';
  const { date, time } = partsOf(at, zone);
  return `${date}T${time}`;
}

/** What a field has, as RFC 3339; null while it is empty or incomplete. */
export function fromInputValue(value: string, zone: TimeZoneSetting): string | null {
  if (value === '') return null;
  const at = parse(zone === 'utc' ? `${value}Z` : value);
  return at === null ? null : toInstant(at);
}

/** RFC 3339 in UTC, whole seconds. */
export const toInstant = (at: Date): string => `${at.toISOString().slice(0, 19)}Z`;

export const addSeconds = (at: Date, seconds: number): Date => new Date(at.getTime() + seconds * SECOND_MS);

/** Today's date where the person is. */
export function today(now: Date): string {
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** The day before one of the wire. */
export const dayBefore = (day: string): string => new Date(Date.parse(`${day}T00:00:00Z`) - DAY_MS).toISOString().slice(0, 10);

/** The day after one of the wire. */
export const dayAfter = (day: string): string => new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10);

export const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

/** `2026-11-22` as `22 Nov`, with the year where it is another than `year`, this one unless said otherwise. */
export function showDay(day: string, year = String(new Date().getFullYear())): string {
  const [y = '', m = '', d = ''] = day.split('-');
  return `${Number(d)} ${MONTHS[Number(m) - 1] ?? m}${y === year ? '' : ` ${y}`}`;
}

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** The day of an instant as the person's zone has it: `Today`, `Yesterday` or `Tue 24 Nov`. `key`: the date. */
export function dayOf(
  at: string,
  zone: TimeZoneSetting,
  now: Date,
): { readonly key: string; readonly title: string; readonly note?: string } {
  const day = dateOf(at, zone);
  const daysAgo = (n: number): string => dateOf(new Date(now.getTime() - n * DAY_MS).toISOString(), zone);
  const words = `${WEEKDAYS[new Date(`${day}T00:00:00Z`).getUTCDay()]} ${showDay(day)}`;
  const near = day === daysAgo(0) ? 'Today' : day === daysAgo(1) ? 'Yesterday' : null;
  return near === null ? { key: day, title: words } : { key: day, title: near, note: words };
}
