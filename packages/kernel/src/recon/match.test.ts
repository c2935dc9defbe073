import { describe, expect, test } from 'vitest';
import { matchAccount } from './match.ts';
import type { OpenPosting, OpenRow } from './open-items.ts';

const E8 = 100_000_000n;
const row = (id: string, day: number, amount: number, at = ''): OpenRow => ({ id, day, at, amountE8: BigInt(amount) * E8 });
const posting = (seq: number, day: number, amount: number, more: Partial<OpenPosting> = {}): OpenPosting => ({
  seq,
  line: 1,
  day,
  amountE8: BigInt(amount) * E8,
  reversed: false,
  ...more,
});
const found = (rows: readonly OpenRow[], postings: readonly OpenPosting[]) =>
  matchAccount(rows, postings).map((m) => [m.rule, m.score, m.row_ids.join(), m.postings.map((p) => `${p.seq}.${p.line}`).join()]);

describe('one row and one posting', () => {
  test('of the same amount on the same day match for sure; a day apart less so', () => {
    expect(found([row('a', 10, 5), row('b', 10, 7)], [posting(1, 10, 5), posting(2, 11, 7)])).toEqual([
      ['one_to_one', 100, 'a', '1.1'],
      ['one_to_one', 90, 'b', '2.1'],
    ]);
    expect(matchAccount([row('a', 10, 5)], [posting(1, 10, 5)])[0]?.reason).toBe('Same account, currency and amount, the same day.');
  });
  test('money out never matches money in, nor what lies two days apart', () => {
    expect(found([row('a', 10, 5), row('b', 10, 6)], [posting(1, 10, -5), posting(2, 12, 6)])).toEqual([]);
  });
  test('several of the same amount pair off in order, and say that there were more', () => {
    expect(found([row('b', 10, 5, '2'), row('a', 10, 5, '1')], [posting(2, 10, 5), posting(1, 10, 5)])).toEqual([
      ['one_to_one', 95, 'a', '1.1'],
      ['one_to_one', 95, 'b', '2.1'],
    ]);
    expect(matchAccount([row('a', 10, 5)], [posting(1, 10, 5), posting(2, 11, 5)])[0]?.reason).toBe(
      'Same account, currency and amount, the same day. Of 1 such rows and 2 such postings, in their order.',
    );
  });
  test('a posting that was taken back comes after its equals', () => {
    expect(found([row('a', 10, 5)], [posting(1, 10, 5, { reversed: true }), posting(2, 10, 5)])).toEqual([['one_to_one', 95, 'a', '2.1']]);
    expect(found([row('a', 10, 5)], [posting(1, 10, 5, { reversed: true })])).toEqual([['one_to_one', 100, 'a', '1.1']]);
  });
  test('as many as can be, rather than the nearest for a few', () => {
    expect(found([row('a', 1, 5), row('b', 2, 5)], [posting(1, 2, 5), posting(2, 3, 5)])).toHaveLength(2);
  });
});

describe('one row and several postings', () => {
  test('all that one intent posted to the account, however many lines', () => {
    const lines = Array.from({ length: 40 }, (_, i) => posting(7, 10, i + 1, { line: i + 1 }));
    expect(found([row('a', 11, 820)], [...lines, posting(8, 10, 3)])).toEqual([
      ['one_intent', 85, 'a', lines.map((p) => `7.${p.line}`).join()],
    ]);
  });
  test('an intent of one line in and one out comes to what is left', () => {
    expect(found([row('a', 10, 70)], [posting(7, 10, 100), posting(7, 10, -30, { line: 2 })])).toEqual([
      ['one_intent', 85, 'a', '7.1,7.2'],
    ]);
  });
  test('all of a day in that direction', () => {
    const postings = Array.from({ length: 30 }, (_, i) => posting(i + 1, 10, i + 1));
    expect(found([row('a', 10, 465)], [...postings, posting(99, 10, -1000)])).toEqual([
      ['one_to_many', 75, 'a', postings.map((p) => `${p.seq}.1`).join()],
    ]);
  });
  test.each([
    [10, 'of the same day', 75],
    [9, 'of the day before', 65],
    [11, 'of the day after', 65],
  ])('postings of day %i to a row of day 10 are told to be %s', (day, words, score) => {
    const [match] = matchAccount([row('a', 10, 100)], [posting(1, day, 60), posting(2, day, 40)]);
    expect(match).toMatchObject({ score, reason: expect.stringContaining(`${words},`) });
  });
  test('the more of a day they are, the less sure it is', () => {
    const scoreOf = (...amounts: readonly number[]) => {
      const total = amounts.reduce((sum, amount) => sum + amount, 0);
      // One more of the day, so that not all of it is asked for.
      const postings = [...amounts, 1000].map((amount, i) => posting(i + 1, 10, amount));
      return matchAccount([row('a', 10, total)], postings).map(({ rule, score }) => [rule, score]);
    };
    expect(scoreOf(1, 2)).toEqual([['one_to_many', 70]]);
    expect(scoreOf(1, 2, 4)).toEqual([['one_to_many', 65]]);
    expect(scoreOf(1, 2, 4, 8)).toEqual([['one_to_many', 60]]);
  });
  test('the few that come to it, and no others do', () => {
    expect(found([row('a', 10, 100)], [posting(1, 10, 60), posting(2, 11, 40), posting(3, 10, 17), posting(4, 9, 11)])).toEqual([
      ['one_to_many', 60, 'a', '1.1,2.1'],
    ]);
  });
  test('nothing where different ones would do: a person decides', () => {
    expect(found([row('a', 10, 100)], [posting(1, 10, 60), posting(2, 10, 40), posting(3, 10, 70), posting(4, 10, 30)])).toEqual([]);
  });
  test('equal ones are taken in order', () => {
    expect(found([row('a', 10, 100)], [posting(3, 10, 50), posting(1, 10, 50), posting(2, 10, 50)])).toEqual([
      ['one_to_many', 70, 'a', '1.1,2.1'],
    ]);
  });
  test('money out likewise', () => {
    expect(found([row('a', 10, -100)], [posting(1, 10, -60), posting(2, 10, -40), posting(3, 10, 100)])).toEqual([
      ['one_to_many', 75, 'a', '1.1,2.1'],
    ]);
  });
});

describe('several rows and one posting', () => {
  test('come to it together', () => {
    expect(found([row('a', 10, 60), row('b', 11, 40), row('c', 10, 7)], [posting(1, 10, 100)])).toEqual([
      ['many_to_one', 60, 'a,b', '1.1'],
    ]);
  });
});

test('what one rule took the next does not see', () => {
  const matches = found([row('a', 10, 60), row('b', 10, 100)], [posting(1, 10, 60), posting(2, 10, 40)]);
  expect(matches).toEqual([['one_to_one', 100, 'a', '1.1']]);
});
