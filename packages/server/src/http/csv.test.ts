import { expect, test } from 'vitest';
import { csvLines } from './csv.ts';

test('text that begins like a formula is text, a negative decimal stays a number', () => {
  expect(csvLines([['=1+1', '-1', '+x', '@x', '\tx', { exact: '-12.50' }, { exact: '0.00000001' }]])).toBe(
    `'=1+1,'-1,'+x,'@x,'\tx,-12.50,0.00000001\r\n`,
  );
});
test('also after blanks, in full width, and at a line break', () => {
  expect(csvLines([[' =1', '\u00a0-1', '＝1', ' ＠x', '\r=1', '\n=1', ' a']])).toBe(`' =1,'\u00a0-1,'＝1,' ＠x,"'\r=1","'\n=1", a\r\n`);
});
test('commas, quotes and line breaks are quoted, and what is empty is empty', () => {
  expect(csvLines([['a,b', 'a"b', 'a\nb', 'a\r\nb', '', { exact: '' }, 'ü🏦']])).toBe('"a,b","a""b","a\nb","a\r\nb",,,ü🏦\r\n');
});
test('no rows are an empty file', () => {
  expect(csvLines([])).toBe('');
});
