import { expect, test } from 'vitest';
import type { ComparedStatement } from './continuity.ts';
import { findOthers, indexByBalance } from './other-statements.ts';

const of = (id: string, from: string, to: string, opening: bigint | null, closing: bigint | null): ComparedStatement => ({
  id,
  source: 'Main',
  accountId: 'a',
  openingE8: opening,
  closingE8: closing,
  fromOn: `2026-01-${from}`,
  toOn: `2026-01-${to}`,
});
const others = (s: ComparedStatement, amounts: readonly bigint[], ...known: readonly ComparedStatement[]) => [
  ...findOthers(s, amounts, indexByBalance(known)),
];
const [a, b, c] = [of('a', '10', '10', 0n, 5n), of('b', '10', '10', 5n, 10n), of('c', '10', '11', 10n, 15n)] as const;

test('what leads to a statement of the same day and goes on from it is other, over as many as there are', () => {
  expect(others(b, [5n], a, c)).toEqual(['a', 'c']);
  expect(others(c, [5n], a, b)).toEqual(['b', 'a']);
  expect(others(a, [5n], b, c)).toEqual(['b', 'c']);
});
test.each([
  ['the same statement', b, [5n], [of('x', '10', '10', 5n, 10n)]],
  ['the same as another format dates it', b, [5n], [of('x', '09', '10', 5n, 10n)]],
  ['one of other days', of('d', '12', '12', 15n, 16n), [1n], [a, b, c]],
  ['what is around it', b, [5n], [of('x', '10', '10', 0n, 20n)]],
  ['what is in it', of('x', '10', '10', 0n, 10n), [5n, 5n], [a, b]],
  [
    'what is in it, where the balance comes back to where it was',
    of('x', '10', '10', 0n, 3n),
    [5n, -5n, 3n],
    [of('y', '10', '10', 0n, 5n), of('z', '10', '10', 5n, 0n)],
  ],
  ['one that moves nothing on the whole', b, [5n], [of('x', '10', '10', 5n, 5n)]],
  ['one without a balance', b, [5n], [of('x', '10', '10', null, 5n)]],
  ['anything, without a balance of its own', of('x', '10', '10', null, 10n), [5n], [a, b, c]],
])('%s is not', (_what, s, amounts, known) => {
  expect(others(s, amounts, ...known)).toEqual([]);
});
test('of a feed that comes back to the same balances each is found once', () => {
  const daily = Array.from({ length: 200 }, (_, i) => of(`${i}`, '10', '10', i % 2 === 0 ? 0n : 7n, i % 2 === 0 ? 7n : 0n));
  expect(others(of('s', '10', '10', 0n, 3n), [3n], ...daily)).toHaveLength(200);
});
