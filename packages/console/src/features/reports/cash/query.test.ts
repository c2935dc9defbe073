import { expect, test } from 'vitest';
import { lowestFrom } from './query.ts';

test('the lowest is the first of several, from a day on', () => {
  expect([lowestFrom([0n, 5n, 3n, 3n, 9n], 1), lowestFrom([4n], 0)]).toEqual([2, 0]);
});
