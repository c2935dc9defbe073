import { expect, test } from 'vitest';
import { atDecimals, shareUsed } from './used.ts';

test.each([
  ['0.00', '100.00', 0],
  ['33.33', '100.00', 33],
  ['99.99', '100.00', 99],
  ['100.00', '100.00', 100],
  ['250.00', '100.00', 100],
  ['0.00', '0.00', 100],
  ['3', '4', 75],
])('%s of %s is %d in a hundred', (used, limit, share) => {
  expect(shareUsed(used, limit)).toBe(share);
});

test.each([
  [100_000_001n, 2, 'up', 101_000_000n],
  [100_000_001n, 2, 'down', 100_000_000n],
  [101_000_000n, 2, 'up', 101_000_000n],
  [150_000_000n, 0, 'down', 100_000_000n],
] as const)('%d at %d decimals, %s, is %d', (amount, decimals, way, shown) => {
  expect(atDecimals(amount, decimals, way)).toBe(shown);
});
