import { expect, test } from 'vitest';
import { clockDifference, showClockDifference } from './clock.ts';

const at = (ms: number): string => new Date(ms).toISOString();

test('the difference is measured against the middle of the request', () => {
  expect(clockDifference(1000, 1200, at(1100))).toEqual({ differenceMs: 0, uncertaintyMs: 100 });
  expect(clockDifference(6000, 6200, at(1100))).toEqual({ differenceMs: 5000, uncertaintyMs: 100 });
});

test.each([
  [{ differenceMs: 50, uncertaintyMs: 100 }, 'In step with the server (±0.10 s)'],
  [{ differenceMs: 5000, uncertaintyMs: 100 }, '5.00 s ahead of the server (±0.10 s)'],
  [{ differenceMs: -1500, uncertaintyMs: 20 }, '1.50 s behind the server (±0.02 s)'],
])('%j is told as %s', (difference, words) => {
  expect(showClockDifference(difference)).toBe(words);
});
