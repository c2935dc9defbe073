import { expect, test } from 'vitest';
import { isWholeDay, readDay } from './read-day.ts';

const TODAY = '2026-11-28';

test.each([
  ['5 Mar 2026', '2026-03-05'],
  ['5. March 2026', '2026-03-05'],
  ['5th of', null],
  ['Mar 5, 2026', '2026-03-05'],
  ['march 5th 2026', '2026-03-05'],
  ['05-MAR-26', '2026-03-05'],
  ['5mar2026', '2026-03-05'],
  ['30 Sept 2026', '2026-09-30'],
  ['5 Mar', '2026-03-05'],
  ['5.3.2026', '2026-03-05'],
  ['05. 03. 2026', '2026-03-05'],
  ['5.3.26', '2026-03-05'],
  ['5.3.', '2026-03-05'],
  ['2026-03-05', '2026-03-05'],
  ['2026/3/5', '2026-03-05'],
  ['20260305', '2026-03-05'],
  ['25/12/2026', '2026-12-25'],
  ['12/25/2026', '2026-12-25'],
  ['3/3/2026', '2026-03-03'],
  [' Today ', '2026-11-28'],
  ['yesterday', '2026-11-27'],
  ['tomorrow', '2026-11-29'],
  ['-1d', '2026-11-27'],
  ['−1d', '2026-11-27'],
  ['+2w', '2026-12-12'],
  ['-9m', '2026-02-28'],
  ['+1 y', '2027-11-28'],
  ['29.2.2028', '2028-02-29'],
] as const)('%s is %s', (typed, day) => {
  expect(readDay(typed, TODAY).day ?? null).toBe(day);
});

test.each([
  ['03/04/2026', '“03/04/2026” can be 3 Apr 2026 or 4 Mar 2026: write one of these.'],
  ['3-4-26', '“3-4-26” can be 3 Apr 2026 or 4 Mar 2026: write one of these.'],
  ['1/2', '“1/2” can be 1 Feb 2026 or 2 Jan 2026: write one of these.'],
  ['31 Feb 2026', 'Feb 2026 has 28 days.'],
  ['29.2.2026', 'Feb 2026 has 28 days.'],
  ['1.13.2026', 'There is no month 13.'],
  ['5 Mar 1026', 'Write a year from 1900 to 2199.'],
  ['5 Ma 2026', '“5 Ma 2026” is no day.'],
  ['soon', '“soon” is no day.'],
  ['-1', '“-1” is no day.'],
] as const)('%s is refused: %s', (typed, why) => {
  expect(readDay(typed, TODAY).why).toContain(why);
});

test('the last day of a month stays within the month that it is moved to', () => {
  expect(readDay('-1m', '2026-03-31').day).toBe('2026-02-28');
  expect(readDay('+1y', '2028-02-29').day).toBe('2029-02-28');
});

test('only what ends in its year, or is written out as ISO has it, is taken while it is typed', () => {
  expect(['5 Mar 2026', '5.3.2026', '2026-03-05'].map(isWholeDay)).toEqual([true, true, true]);
  expect(['5 Mar', '5.3.20', '2026-3-1', '20260305', '2026-03-0', '-1d'].map(isWholeDay)).toEqual([
    false,
    false,
    false,
    false,
    false,
    false,
  ]);
});
