import { expect, test } from 'vitest';
import { arrange, type Grouped, linesOf } from './groups.ts';

const grouped: Grouped<string> = {
  groups: ['b', 'a'].map((key) => ({ key, title: key })),
  keyOf: (row) => row.charAt(0),
  sumUnder: undefined,
};
const rows = ['a1', 'b1', 'z1', 'a2', 'b2'];
const drawn = (folded: readonly string[]): readonly string[] =>
  linesOf(arrange(rows, grouped), grouped, new Set(folded)).map((line) =>
    line.kind === 'group' ? line.group.title : `${line.row} at ${line.index}`,
  );

test('rows stand group by group in the order of the groups, in theirs within one, and last where no group has them', () => {
  expect(drawn([])).toEqual(['b', 'b1 at 0', 'b2 at 1', 'a', 'a1 at 2', 'a2 at 3', 'z1 at 4']);
});

test('of a folded group the head stays, and the places of the rows leave it out', () => {
  expect(drawn(['b'])).toEqual(['b', 'a', 'a1 at 0', 'a2 at 1', 'z1 at 2']);
});

test('without groups rows stand as they came', () => {
  expect(arrange(rows, undefined)).toBe(rows);
  expect(linesOf(rows, undefined, new Set()).map((line) => line.kind)).toEqual(rows.map(() => 'row'));
});
