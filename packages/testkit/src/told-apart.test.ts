import { expect, test } from 'vitest';
import { median, tellApart } from './told-apart.ts';

/** Numbers from 0 to 1 that are the same in every run. */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
/** Times with a long tail, around 100. */
const times = (count: number, seed: number, more = 0): readonly number[] => {
  const next = chance(seed);
  return Array.from({ length: count }, () => 95 + 10 * next() - 20 * Math.log(1 - next() * 0.999) * (next() < 0.05 ? 5 : 0.2) + more);
};

test('the same way is not told apart, whatever its outliers', () => {
  for (let seed = 1; seed <= 50; seed++) {
    const { odds, oddsByChance } = tellApart(times(500, seed), times(500, seed + 1000));
    expect([seed, odds < oddsByChance]).toEqual([seed, true]);
  }
});
test.each([2, 3, 20])('a difference of %d in 100 is told, in either direction', (more) => {
  for (const difference of [more, -more]) {
    const { odds, oddsByChance, medianDifference } = tellApart(times(500, 7), times(500, 8, difference));
    expect(odds).toBeGreaterThan(oddsByChance);
    expect(Math.sign(medianDifference)).toBe(Math.sign(difference));
  }
});
test('equal measurements share their ranks; all apart is certain', () => {
  expect(tellApart([1, 1, 1], [1, 1]).odds).toBe(0.5);
  expect(tellApart([1, 2, 3], [4, 5]).odds).toBe(1);
  expect(tellApart([4, 5], [1, 2, 3])).toMatchObject({ odds: 1, medianDifference: -2.5 });
  expect([median([3, 1, 2]), median([4, 1, 2, 3])]).toEqual([2, 2.5]);
});
