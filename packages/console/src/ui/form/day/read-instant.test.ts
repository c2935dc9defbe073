import { expect, test } from 'vitest';
import { readInstant } from './read-instant.ts';

const now = new Date('2026-11-28T11:02:29Z');
const start = { zone: 'utc', now, dayMeans: 'start' } as const;

test.each([
  ['5 Mar 2026 14:30', '2026-03-05T14:30:00Z'],
  ['5.3.2026 9:05:07', '2026-03-05T09:05:07Z'],
  ['5 Mar, 2:30 pm', '2026-03-05T14:30:00Z'],
  ['Mar 5, 2026 12:00am', '2026-03-05T00:00:00Z'],
  ['2026-03-05 14:30', '2026-03-05T14:30:00Z'],
  ['2026-03-05T14:30', '2026-03-05T14:30:00Z'],
  ['2026-03-05T14:30:07.123456Z', '2026-03-05T14:30:07Z'],
  ['2026-03-05T14:30:07+01:00', '2026-03-05T13:30:07Z'],
  ['yesterday 8:00', '2026-11-27T08:00:00Z'],
  ['14:30', '2026-11-28T14:30:00Z'],
  [' Now ', '2026-11-28T11:02:29Z'],
  ['5 Mar 2026', '2026-03-05T00:00:00Z'],
  ['-1d', '2026-11-27T00:00:00Z'],
])('%s is %s', (typed, instant) => {
  expect(readInstant(typed, start)).toEqual({ value: instant });
});

test('a day without a time is its end where the last of it is meant', () => {
  expect(readInstant('5.3.2026', { ...start, dayMeans: 'end' })).toEqual({ value: '2026-03-05T23:59:59Z' });
});

test('a time is of the zone that the person has chosen', () => {
  const there = new Date(2026, 2, 5, 14, 30).toISOString().replace('.000', '');
  expect(readInstant('5.3.2026 14:30', { ...start, zone: 'local' })).toEqual({ value: there });
});

test.each([
  ['5 Mar 2026 25:00', '“25:00” is no time. Write it as 14:30 or 2:30 pm.'],
  ['5 Mar 2026 13:00 pm', '“13:00 pm” is no time. Write it as 14:30 or 2:30 pm.'],
  ['14:60', '“14:60” is no time. Write it as 14:30 or 2:30 pm.'],
  ['2026-13-05T14:30:07Z', '“2026-13-05T14:30:07Z” is no time.'],
  ['31.2.2026 14:30', 'Feb 2026 has 28 days.'],
  ['03/04/2026 14:30', '“03/04/2026” can be 3 Apr 2026 or 4 Mar 2026: write one of these.'],
  ['soon', '“soon” is no day. Write a day as 5 Mar 2026, 5.3.2026 or 2026-03-05, or as today or -1d.'],
])('%s is none', (typed, why) => {
  expect(readInstant(typed, start)).toEqual({ why });
});
