import { expect, test } from 'vitest';
import { IsoDate } from './fields.ts';

test.each(['2026-02-31', '2026-06-31', '2025-02-29', '31.12.2026'])('%s is told to be no day of the calendar', (day) => {
  expect(IsoDate.safeParse(day).error?.issues[0]?.message).toBe('Use a day of the calendar, as YYYY-MM-DD.');
});

test.each(['2024-02-29', '2026-12-31'])('%s is a day', (day) => expect(IsoDate.parse(day)).toBe(day));
