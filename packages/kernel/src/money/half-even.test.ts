import { expect, test } from 'vitest';
import { divideHalfEven } from './half-even.ts';

test.each([
  [5n, 2n, 2n],
  [7n, 2n, 4n],
  [-5n, 2n, -2n],
  [-7n, 2n, -4n],
  [5n, 3n, 2n],
  [-5n, 3n, -2n],
  [4n, 3n, 1n],
  [0n, 3n, 0n],
])('%s ÷ %s is %s, half to even', (numerator, denominator, quotient) => {
  expect(divideHalfEven(numerator, denominator)).toBe(quotient);
});
