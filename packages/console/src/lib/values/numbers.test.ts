import { expect, test } from 'vitest';
import { showCount, showNumber } from './numbers.ts';

test.each([
  [0, '0'],
  [999, '999'],
  [1_000, '1,000'],
  [1_234_567, '1,234,567'],
  [-12_345, '\u221212,345'],
  [-0, '0'],
])('%s is counted as %s', (count, shown) => expect(showCount(count)).toBe(shown));

test.each([
  [1_234.5, 2, 0, '1,234.5'],
  [1_234.5, 2, 2, '1,234.50'],
  [0.000_004, 6, 0, '0.000004'],
  [2, 6, 0, '2'],
  [-0.001, 2, 0, '0'],
  [-1.25, 1, 1, '\u22121.3'],
  [100, 0, 0, '100'],
])('%s with at most %s and at least %s decimals is %s', (value, most, least, shown) => expect(showNumber(value, most, least)).toBe(shown));

test('digits are grouped as the browser groups them', () => {
  for (let n = 1; n < 1e15; n = n * 7 + 3) expect(showCount(n)).toBe(n.toLocaleString('en-GB'));
});
