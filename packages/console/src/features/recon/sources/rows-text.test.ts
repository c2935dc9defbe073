import { expect, test } from 'vitest';
import { readRows } from './rows-text.ts';

test.each([
  ['', 'Import payload must be valid JSON array'],
  ['{"rows":[]}', 'Import payload must be valid JSON array'],
  ['[1', 'Import payload must be valid JSON array'],
  ['[]', 'Provide at least one statement row'],
  [' [ ] ', 'Provide at least one statement row'],
])('%s is told what is wrong with it', (text, fault) => {
  expect(readRows(text)).toEqual({ fault });
});
test('an array is taken as it is', () => {
  expect(readRows('[{"a":1}]')).toEqual({ rows: [{ a: 1 }] });
});
