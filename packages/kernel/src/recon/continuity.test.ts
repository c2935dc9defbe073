import { describe, expect, test } from 'vitest';
import { type AlikeRows, type ComparedStatement, countAlike, findGaps } from './continuity.ts';

const of = (id: string, from: string, to: string, opening: bigint | null, closing: bigint | null, source = 'Main'): ComparedStatement => ({
  id,
  source,
  accountId: 'a',
  openingE8: opening,
  closingE8: closing,
  fromOn: `2026-01-${from}`,
  toOn: `2026-01-${to}`,
});
const told = (known: readonly ComparedStatement[], ...fresh: readonly ComparedStatement[]): readonly string[] =>
  findGaps(known, fresh).map(({ before, after }) => `${before.id}|${after.id}`);
const [first, second, third] = [of('1', '01', '10', 0n, 5n), of('2', '11', '20', 5n, 9n), of('3', '21', '31', 9n, 7n)] as const;

describe('what does not follow is told', () => {
  test('of a statement with the one before it, with the one behind it, and within a file', () => {
    expect(told([first], third)).toEqual(['1|3']);
    expect(told([third], first)).toEqual(['1|3']);
    expect(told([], first, third)).toEqual(['1|3']);
    expect(told([third], first, of('x', '11', '20', 5n, 8n))).toEqual(['x|3']);
  });
  test('also where the next begins on the day on which the last ended', () =>
    expect(told([first], of('x', '10', '12', 6n, 7n))).toEqual(['1|x']));
});

test.each([
  ['the first of all', [], [first]],
  ['what follows', [first], [second]],
  ['what comes in in any order', [third, first], [second]],
  ['the same again', [first, second, third], [second]],
  ['the same from another day on, as another format tells it', [first, second, third], [of('x', '10', '20', 5n, 9n)]],
  ['one that begins with another of its first day, and has it in it', [of('a', '10', '10', 0n, 5n)], [of('x', '10', '12', 0n, 9n)]],
  ['one that ends with another of its last day, and has it in it', [of('b', '12', '12', 5n, 9n)], [of('x', '10', '12', 0n, 9n)]],
  ['one that another begins with, which has it in it', [of('x', '10', '12', 0n, 9n)], [of('a', '10', '10', 0n, 5n)]],
  ['one that another ends with, which has it in it', [of('x', '10', '12', 0n, 9n)], [of('b', '12', '12', 5n, 9n)]],
  [
    'several of one day',
    [of('a', '01', '01', 0n, 5n), of('b', '02', '02', 5n, 6n)],
    [of('c', '02', '02', 6n, 8n), of('d', '03', '03', 8n, 9n)],
  ],
  [
    'an earlier one of a day whose later one is there',
    [of('a', '01', '01', 0n, 5n), of('c', '02', '02', 6n, 8n)],
    [of('b', '02', '02', 5n, 6n)],
  ],
  ['one that overlaps', [of('a', '01', '15', 0n, 5n)], [of('x', '10', '31', 3n, 9n)]],
  ['one whose neighbour tells no balance', [of('a', '01', '10', 0n, 5n), of('b', '11', '20', null, null)], [third]],
  ['one of another source', [of('a', '01', '10', 0n, 5n, 'Other')], [third]],
  ['one without days', [first], [{ ...third, fromOn: null }]],
] as const)('nothing is told of %s', (_what, known, fresh) => expect(told(known, ...fresh)).toEqual([]));

const rows = (statementId: string, isNew: boolean, count: number, amount = '1', source = 'Main'): AlikeRows => ({
  source,
  accountId: 'a',
  statementId,
  on: '2026-01-02',
  amount,
  isNew,
  count,
});

describe('rows that are there under another identity', () => {
  const [old, again] = [of('o', '02', '02', 0n, 3n), of('n', '01', '02', 0n, 3n)];
  test.each([
    ['as often as they coincide', [rows('o', false, 2), rows('n', true, 3)], 2],
    ['each once', [rows('o', false, 1), rows('p', false, 1), rows('n', true, 1), rows('m', true, 2)], 2],
    ['not of one side alone', [rows('n', true, 3)], 0],
    ['not of another amount', [rows('o', false, 1), rows('n', true, 1, '2')], 0],
    ['not of another source', [rows('o', false, 1), rows('n', true, 1, '1', 'Other')], 0],
  ])('%s', (_what, given, alike) => expect(countAlike(given, [old], [again])).toBe(alike));
  test('not in statements of a day that go on from each other, also by one between them', () => {
    const day = [of('o', '02', '02', 0n, 1n), of('p', '02', '02', 1n, 2n), of('n', '02', '02', 2n, 3n)] as const;
    expect(countAlike([rows('o', false, 1), rows('n', true, 1)], [day[0], day[1]], [day[2]])).toBe(0);
    expect(countAlike([rows('n', false, 1), rows('o', true, 1)], [day[2], day[1]], [day[0]])).toBe(0);
    expect(countAlike([rows('o', false, 1), rows('n', true, 1)], [day[0]], [day[2]])).toBe(1);
  });
  test('also where both end with what they began with', () =>
    expect(countAlike([rows('o', false, 1), rows('n', true, 1)], [of('o', '02', '02', 5n, 5n)], [of('n', '02', '02', 5n, 5n)])).toBe(1));
  test('and of statements that tell no balances', () =>
    expect(
      countAlike([rows('o', false, 1), rows('n', true, 1)], [of('o', '02', '02', null, null)], [of('n', '02', '02', null, null)]),
    ).toBe(1));
});
