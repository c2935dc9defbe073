/** First and last day of the month before a date's. */
export function lastMonth(date: string): readonly [first: string, last: string] {
  const [year = '', month = ''] = date.split('-');
  // Day 0 of a month is the last one of the month before.
  const last = new Date(Date.UTC(Number(year), Number(month) - 1, 0)).toISOString().slice(0, 10);
  return [`${last.slice(0, 7)}-01`, last];
}
