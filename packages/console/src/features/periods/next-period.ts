const DAY_MS = 86_400_000;

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** First and last day of what is closed next: the rest of the month after the last period that there is; without one the month before a date's. */
export function nextPeriod(date: string, ends: readonly string[]): readonly [first: string, last: string] {
  const latest = [...ends].sort().at(-1);
  const [year = 0, month = 0] = date.split('-').map(Number);
  const first = latest === undefined ? new Date(Date.UTC(year, month - 2, 1)) : new Date(Date.parse(latest) + DAY_MS);
  // Day 0 of a month is the last one of the month before.
  return [dayOf(first), dayOf(new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)))];
}
