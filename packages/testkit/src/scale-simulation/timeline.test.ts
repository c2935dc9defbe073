import { expect, test } from 'vitest';
import { Timeline } from './timeline.ts';

test('things happen in the order of their instants, at one instant in the order asked for, and not after the end', () => {
  const time = new Timeline();
  const seen: string[] = [];
  const plan = (atMs: number, name: string): void => time.at(atMs, () => seen.push(`${name} at ${time.nowMs}`));
  for (const [atMs, name] of [
    [5, 'e'],
    [3, 'c'],
    [9, 'late'],
    [1, 'a'],
    [3, 'd'],
    [2, 'b'],
  ] as const)
    plan(atMs, name);
  time.at(4, () => plan(4.5, 'asked for meanwhile'));
  time.runUntil(9);
  expect(seen).toEqual(['a at 1', 'b at 2', 'c at 3', 'd at 3', 'asked for meanwhile at 4.5', 'e at 5']);
  expect(time.nowMs).toBe(9);
});
