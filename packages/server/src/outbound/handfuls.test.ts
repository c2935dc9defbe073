import type { EventRow } from '@countinghouse/store/features/events/reads';
import { expect, test } from 'vitest';
import { handfulsOf, PAYLOADS_CHARS_MAX } from './handfuls.ts';

const handfuls = (lengths: readonly number[], areSeveral: boolean): readonly (readonly number[])[] => {
  const events = lengths.map((length, i) => ({ seq: i + 1, payload: ' '.repeat(length) }) as EventRow);
  return [...handfulsOf(events, areSeveral)].map((together) => together.map(({ seq }) => seq));
};
const half = PAYLOADS_CHARS_MAX / 2;

test.each([
  [[], true, []],
  [[2, 2, 2], true, [[1, 2, 3]]],
  [[2, 2, 2], false, [[1], [2], [3]]],
  [
    [half, half, 1, half],
    true,
    [
      [1, 2],
      [3, 4],
    ],
  ],
  [[1, 3 * half, 1, 1], true, [[1], [2], [3, 4]]],
])('every event is in one handful, in order, none longer than it may be: %j', (lengths, areSeveral, wanted) => {
  expect(handfuls(lengths, areSeveral)).toEqual(wanted);
});
