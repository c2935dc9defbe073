import { expect, test } from 'vitest';
import { dateOf, fromInputValue, showDay, showInstant, showRelative, showSeconds, toInputValue } from './time.ts';

const at = '2026-01-31T14:52:07.123456Z';
const now = Date.parse('2026-01-31T15:00:00Z');

test('an instant is shown to the minute, a day in words; the year stands beside another year', () => {
  expect([showInstant(at, 'utc', '2026'), showInstant(at, 'utc', '2027')]).toEqual(['31 Jan 14:52', '31 Jan 2026 14:52']);
  expect([showDay('2026-01-03', '2026'), showDay('2026-01-03', '')]).toEqual(['3 Jan', '3 Jan 2026']);
  expect([dateOf(at, 'utc'), showSeconds(at, 'utc')]).toEqual(['2026-01-31', '14:52:07']);
});

test('what is no instant is never shown as one', () => {
  for (const text of ['', 'not a time', '2026-13-01T00:00:00Z']) {
    expect(() => showInstant(text, 'utc')).toThrow(`not an instant: ${text}`);
    expect(() => showRelative(text, now)).toThrow(`not an instant: ${text}`);
  }
});

test.each([
  ['2026-01-31T14:59:58Z', 'just now'],
  ['2026-01-31T14:59:30Z', '30 s ago'],
  ['2026-01-31T14:52:07Z', '7 min ago'],
  ['2026-01-31T09:00:00Z', '6 h ago'],
  ['2026-01-30T09:00:00Z', '1 day ago'],
  ['2026-03-02T15:00:00Z', 'in 30 days'],
  ['2026-02-07T14:59:00Z', 'in 7 days'],
  ['2026-02-01T14:59:50Z', 'in 1 day'],
  ['2026-01-31T15:59:50Z', 'in 1 h'],
  ['2025-06-01T15:00:00Z', '8 months ago'],
  ['2024-01-01T15:00:00Z', '2 years ago'],
])('%s was %s', (instant, relative) => {
  expect(showRelative(instant, now)).toBe(relative);
});

test('what an input shows comes back as the same instant', () => {
  for (const zone of ['utc', 'local'] as const) expect(fromInputValue(toInputValue(at, zone), zone)).toBe('2026-01-31T14:52:07Z');
  expect(fromInputValue('', 'utc')).toBeNull();
});
