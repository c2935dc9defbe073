import { expect, test } from 'vitest';
import { lowestFrom } from './query.ts';
import { axisOf, tickText, unitOf } from './scale.ts';

test.each([
  [[22.8e6, 26.8e6], [22e6, 23e6, 24e6, 25e6, 26e6, 27e6], ' million', '24'],
  [[0, 0], [0, 0.5], '', '0.0'],
  [[-1500, 900], [-2000, -1000, 0, 1000], ' thousand', '0'],
  [[1_259_800, 1_260_100], [1_259_800, 1_259_900, 1_260_000, 1_260_100], ' million', '1.2600'],
])('%j has round steps around it', (values, ticks, word, third) => {
  const axis = axisOf(values);
  expect(axis.ticks).toEqual(ticks);
  expect(unitOf(axis)[1]).toBe(word);
  expect(tickText(axis.ticks[2] ?? 0, axis)).toBe(third);
});

test('the lowest is the first of several, from a day on', () => {
  expect([lowestFrom([0n, 5n, 3n, 3n, 9n], 1), lowestFrom([4n], 0)]).toEqual([2, 0]);
});
