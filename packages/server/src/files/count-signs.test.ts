import { expect, test } from 'vitest';
import { hasMoreThan } from './count-signs.ts';

test.each([
  ['', 0, false],
  ['a', 0, true],
  ['aba', 2, false],
  ['abab-a', 2, true],
  ['aaa', 2, true],
])('%j has more than %i: %s', (text, max, expected) => {
  expect(hasMoreThan(text, 'a', max)).toBe(expected);
});
test('signs do not overlap', () => {
  expect([hasMoreThan('aaaa', 'aa', 1), hasMoreThan('aaaa', 'aa', 2)]).toEqual([true, false]);
});
