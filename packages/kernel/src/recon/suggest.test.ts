import { describe, expect, test } from 'vitest';
import type { OpenPosting, OpenRow } from './open-items.ts';
import { SUGGESTED_DAYS, suggest } from './suggest.ts';

const row = (id: string, day: number, amount: number): OpenRow => ({ id, day, at: '', amountE8: BigInt(amount) });
const posting = (seq: number, day: number, amount: number, reversed = false): OpenPosting => ({
  seq,
  line: 1,
  day,
  amountE8: BigInt(amount),
  reversed,
});
const found = (rows: readonly OpenRow[], postings: readonly OpenPosting[]) =>
  suggest(rows, postings).map((s) => [s.certainty, s.row_ids.join(), s.postings.map((p) => p.seq).join()]);

describe('what a run would match', () => {
  test('is exact where day and amount are the same and nothing else fits', () => {
    expect(found([row('a', 10, 5)], [posting(1, 10, 5)])).toEqual([['exact', 'a', '1']]);
  });
  test('is likely a day apart, or among equals', () => {
    expect(found([row('a', 10, 5)], [posting(1, 11, 5)])).toEqual([['likely', 'a', '1']]);
    expect(found([row('a', 10, 5)], [posting(1, 10, 5), posting(2, 10, 5)])).toEqual([['likely', 'a', '1']]);
  });
  test('is a sum where several make one; the surest come first', () => {
    expect(found([row('a', 10, 7), row('b', 11, 5)], [posting(1, 10, 3), posting(2, 10, 4), posting(3, 11, 5)])).toEqual([
      ['exact', 'b', '3'],
      ['sum', 'a', '1,2'],
    ]);
  });
});

describe('beyond the window of a run', () => {
  test('one row and one posting of the same amount are likely up to so many days, and say how many', () => {
    expect(suggest([row('a', 10, 5)], [posting(1, 10 + SUGGESTED_DAYS, 5)])).toEqual([
      { certainty: 'likely', reason: 'Same account, currency and amount, 14 days apart.', row_ids: ['a'], postings: [{ seq: 1, line: 1 }] },
    ]);
    expect(found([row('a', 10, 5)], [posting(1, 11 + SUGGESTED_DAYS, 5)])).toEqual([]);
    expect(found([row('a', 10, 5)], [posting(1, 13, -5)])).toEqual([]);
  });
  test('not where several are as near, on either side, nor what was taken back', () => {
    expect(found([row('a', 10, 5)], [posting(1, 13, 5), posting(2, 6, 5)])).toEqual([]);
    expect(found([row('a', 10, 5), row('b', 12, 5)], [posting(1, 16, 5)])).toEqual([]);
    expect(found([row('a', 10, 5)], [posting(1, 13, 5, true)])).toEqual([]);
  });
  test('what the window took is out of it', () => {
    expect(found([row('a', 10, 5), row('b', 13, 5)], [posting(1, 10, 5), posting(2, 16, 5)])).toEqual([
      ['exact', 'a', '1'],
      ['likely', 'b', '2'],
    ]);
  });
});
