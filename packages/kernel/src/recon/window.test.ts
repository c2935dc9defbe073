import { describe, expect, test } from 'vitest';
import { formatInstant, parseDate, parseInstant } from '../time/instant.ts';
import { isWithinWindow, parsePostedAt } from './window.ts';

const day = (date: string): number => parseDate(date) ?? Number.NaN;

describe('when a row was posted', () => {
  test.each([
    ['2026-03-01', { at: '2026-03-01', on: '2026-03-01' }],
    ['2026-03-01T23:59:59Z', { at: '2026-03-01T23:59:59.000000Z', on: '2026-03-01' }],
    ['2026-03-01T23:30:00-01:00', { at: '2026-03-02T00:30:00.000000Z', on: '2026-03-02' }],
    ['2026-03-01T00:30:00.1234567+02:00', { at: '2026-02-28T22:30:00.123456Z', on: '2026-02-28' }],
    ['2026-02-29', null],
    ['yesterday', null],
    ['2026-03-01T10:00:00', null],
  ])('%s', (text, found) => {
    expect(parsePostedAt(text)).toEqual(found);
  });
});

describe('the window', () => {
  test.each([
    ['2026-02-27', false],
    ['2026-02-28', true],
    ['2026-03-01', true],
    ['2026-03-02', true],
    ['2026-03-03', false],
  ])('of 1 March holds %s: %s', (date, within) => {
    expect(isWithinWindow(day('2026-03-01'), day(date))).toBe(within);
    expect(isWithinWindow(day(date), day('2026-03-01'))).toBe(within);
  });
  test('holds an instant exactly where it is within 24 hours of a moment of the value date', () => {
    const [hourUs, dayUs] = [3_600_000_000n, 86_400_000_000n];
    const start = parseInstant('2026-03-01T00:00:00Z') ?? 0n;
    const last = start + dayUs - 1n;
    let [inside, outside] = [0, 0];
    for (let us = start - 60n * hourUs; us <= start + 84n * hourUs; us += hourUs / 2n)
      for (const at of [us - 1n, us, us + 1n]) {
        const apart = at < start ? start - at : at > last ? at - last : 0n;
        const within = isWithinWindow(day(parsePostedAt(formatInstant(at))?.on ?? ''), day('2026-03-01'));
        expect([formatInstant(at), within]).toEqual([formatInstant(at), apart <= dayUs]);
        if (within) inside += 1;
        else outside += 1;
      }
    expect(Math.min(inside, outside)).toBeGreaterThan(100);
  });
});
