import { expect, test } from 'vitest';
import { csvField, csvOf } from './csv.ts';

test.each([
  ['=1+1', "'=1+1"],
  ['+49 30', "'+49 30"],
  ['@cmd', "'@cmd"],
  ['-3+2', "'-3+2"],
  ['-12.50', '-12.50'],
  ['12.50', '12.50'],
  ['a,b', '"a,b"'],
  ['say "hi"', '"say ""hi"""'],
  ['=a,b', '"\'=a,b"'],
])('%j is written as %j', (value, written) => {
  expect(csvField(value)).toBe(written);
});

test('lines end with CR LF', () => {
  expect(
    csvOf([
      ['a', 'b'],
      ['1', '2'],
    ]),
  ).toBe('a,b\r\n1,2\r\n');
});
