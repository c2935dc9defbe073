import { expect, test } from 'vitest';
import { shareUsed } from './used.ts';

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
