import { expect, test } from 'vitest';
import { csvOf } from './csv.ts';

test.each([
  ['=1+1', "'=1+1"],
  ['+49 30', "'+49 30"],
  ['-5', "'-5"],
  ['@SUM(A1)', "'@SUM(A1)"],
  [' =1', "' =1"],
  ['\u00a0-1', "'\u00a0-1"],
  ['\u200b=1', "'\u200b=1"],
  ['＝1', "'＝1"],
  [' ＠x', "' ＠x"],
  ['﹢1', "'﹢1"],
  ['\tx', "'\tx"],
  ['\r=1', `"'\r=1"`],
  ['\n=1', `"'\n=1"`],
  [' a', ' a'],
  ['a,b', '"a,b"'],
  ['say "x"', '"say ""x"""'],
  ['two\nlines', '"two\nlines"'],
  ['two\r\nlines', '"two\r\nlines"'],
  ['Łódź 🏦', 'Łódź 🏦'],
])('the text %j is written %j', (text, field) => {
  expect(csvOf([[text, 'z']])).toBe(`${field},z\r\n`);
});
test('a figure stays a number, also below zero', () => {
  expect(csvOf([[{ figure: '-12.50' }, { figure: '' }, '']])).toBe('-12.50,,\r\n');
});
test('no rows are an empty file', () => {
  expect(csvOf([])).toBe('');
});
