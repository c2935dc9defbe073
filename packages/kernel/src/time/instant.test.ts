import { fc, test as propertyTest } from '@fast-check/vitest';
import { describe, expect, test } from 'vitest';
import { addYears, civilFromDays, dateOf, daysFromCivil, formatInstant, parseDate, parseInstant } from './instant.ts';

const DAY_MS = 86_400_000;
/** Years 0001 to 9999, in milliseconds. */
const anyMs = fc.integer({ min: Date.parse('0001-01-01T00:00:00Z'), max: Date.UTC(9999, 11, 31) });
const yearOneMs = Date.parse('0001-01-01T00:00:00Z');

describe('a date', () => {
  propertyTest.prop([fc.integer({ min: yearOneMs / DAY_MS, max: Date.UTC(9999, 11, 31) / DAY_MS })])(
    'is the day that the calendar of JavaScript says, both ways',
    (days) => {
      const text = new Date(days * DAY_MS).toISOString().slice(0, 10);
      expect(parseDate(text)).toBe(days);
      const { year, month, day } = civilFromDays(days);
      expect(daysFromCivil(year, month, day)).toBe(days);
      expect(dateOf(BigInt(days) * 86_400_000_000n)).toBe(text);
    },
  );
  propertyTest.prop([fc.integer({ min: 1, max: 9999 }), fc.integer({ min: 0, max: 19 }), fc.integer({ min: 0, max: 39 })], {
    numRuns: 2000,
  })('that JavaScript’s calendar does not have is none', (year, month, day) => {
    const text = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
    const ms = Date.parse(`${text}T00:00:00Z`);
    const exists = !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text);
    expect(parseDate(text) !== null).toBe(exists);
  });
  test.each(['2024-02-29', '2000-02-29', '2400-02-29', '2026-12-31'])('%s exists', (text) => {
    expect(parseDate(text)).toBe(Date.parse(`${text}T00:00:00Z`) / DAY_MS);
  });
  test.each([
    '2026-02-29',
    '1900-02-29',
    '2100-02-29',
    '2026-02-30',
    '2026-04-31',
    '2026-00-10',
    '2026-13-01',
    '2026-01-00',
    '2026-1-1',
    '26-01-01',
    '2026/01/01',
    ' 2026-01-01',
    '2026-01-01 ',
    '2026-01-01T00:00:00Z',
    '٢٠٢٦-٠١-٠١',
    '-2026-01-01',
    '',
  ])('%j does not', (text) => {
    expect(parseDate(text)).toBeNull();
  });
  test.each([
    ['2024-02-29', 1, '2025-02-28'],
    ['2024-02-29', 4, '2028-02-29'],
    ['2024-02-29', -10, '2014-02-28'],
    ['2026-12-31', 1, '2027-12-31'],
    ['2026-03-01', -10, '2016-03-01'],
  ])('%s and %i years is %s', (date, years, expected) => {
    expect(addYears(date, years)).toBe(expected);
  });
});

describe('an instant', () => {
  propertyTest.prop([anyMs, fc.integer({ min: 0, max: 999 })])('is written with six decimals and reads back', (ms, micros) => {
    const us = BigInt(ms) * 1000n + BigInt(micros);
    const text = formatInstant(us);
    expect(text).toBe(new Date(ms).toISOString().replace('Z', `${String(micros).padStart(3, '0')}Z`));
    expect(parseInstant(text)).toBe(us);
  });
  propertyTest.prop([anyMs, fc.integer({ min: -23, max: 23 }), fc.integer({ min: 0, max: 59 })])(
    'with an offset is the one that JavaScript reads',
    (ms, hours, minutes) => {
      const offset = `${hours < 0 ? '-' : '+'}${String(Math.abs(hours)).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`;
      const text = `${new Date(ms).toISOString().slice(0, 19)}${offset}`;
      const expected = Date.parse(text);
      const inCalendar = expected >= yearOneMs && expected < Date.UTC(10_000, 0, 1);
      expect(parseInstant(text)).toBe(inCalendar ? BigInt(expected) * 1000n : null);
    },
  );
  test('follows another in text as in time', () => {
    const texts = [-1n, 0n, 1n, 999_999n, 1_000_000n, 1_769_860_800_000_001n].map(formatInstant);
    expect(texts).toEqual(texts.toSorted((a, b) => (a < b ? -1 : 1)));
    expect(texts[0]).toBe('1969-12-31T23:59:59.999999Z');
  });
  test.each([
    ['2026-01-31T12:00:00Z', '2026-01-31T12:00:00.000000Z'],
    ['2026-01-31t12:00:00z', '2026-01-31T12:00:00.000000Z'],
    ['2026-01-31 12:00:00Z', '2026-01-31T12:00:00.000000Z'],
    ['2026-01-31T12:00Z', '2026-01-31T12:00:00.000000Z'],
    ['2026-01-31T12:00:00.5+05:30', '2026-01-31T06:30:00.500000Z'],
    ['2026-01-31T23:30:00-01:00', '2026-02-01T00:30:00.000000Z'],
    ['2024-02-29T00:00:00.123456789Z', '2024-02-29T00:00:00.123456Z'],
  ])('%s is %s', (text, expected) => {
    expect(formatInstant(parseInstant(text) ?? -1n)).toBe(expected);
  });
  test.each([
    '2026-01-31T12:00:00',
    '2026-01-31',
    '2026-02-29T12:00:00Z',
    '2026-01-31T24:00:00Z',
    '2026-01-31T12:60:00Z',
    '2026-01-31T12:00:60Z',
    '2026-01-31T12:00:00+24:00',
    '2026-01-31T12:00:00+01:60',
    '2026-01-31T12:00:00+0100',
    '2026-01-31T12:00:00.Z',
    '2026-01-31T12:00:00.1234567890Z',
    '٢٠٢٦-01-31T12:00:00Z',
    '+002026-01-31T12:00:00Z',
    'yesterday',
    '',
  ])('%j is none', (text) => {
    expect(parseInstant(text)).toBeNull();
  });
  test.each(['0000-01-01T00:00:00Z', '0000-12-31T23:59:59.999999Z', '0001-01-01T00:00:00+00:01', '9999-12-31T23:59:59-00:01'])(
    '%s lies outside of the years 0001 to 9999 and is none',
    (text) => {
      expect(parseInstant(text)).toBeNull();
    },
  );
});
