import { expect, test } from 'vitest';
import { codesOf, toggled, unfolded } from './folds.ts';

const line = (kind: 'group' | 'account' | 'total', code: string, depth: number) => ({ line: { kind, code, depth } });
const lines = [
  line('group', '1000', 1),
  line('account', '1000', 2),
  line('group', '1100', 2),
  line('account', '1110', 3),
  line('account', '1200', 2),
  line('account', '1900', 1),
  line('total', '', 0),
];
const shown = (...folded: string[]) => unfolded(lines, new Set(folded)).map(({ line: l }) => `${l.code}.${l.depth}`);

test('a folded group hides all that is below it, and nothing else', () => {
  expect(shown()).toHaveLength(7);
  expect(shown('1100')).toEqual(['1000.1', '1000.2', '1100.2', '1200.2', '1900.1', '.0']);
  expect(shown('1000', '1100')).toEqual(['1000.1', '1900.1', '.0']);
  expect(shown('1900')).toHaveLength(7);
});

test('an address says codes with commas between, and nothing where there are none', () => {
  expect([...codesOf('1000,1100')]).toEqual(['1000', '1100']);
  expect([...codesOf(undefined)]).toEqual([]);
  expect(toggled(codesOf('1000'), '1100')).toBe('1000,1100');
  expect(toggled(codesOf('1000'), '1000')).toBeUndefined();
});
