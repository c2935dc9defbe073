import { fc } from '@fast-check/vitest';
import { expect, test } from 'vitest';
import { matchAccount, matchUntil } from './match.ts';
import { pairOneToOne } from './one-to-one.ts';
import { comparePostings, compareRows, type OpenPosting, type OpenRow } from './open-items.ts';
import { CANDIDATES_MAX, findSum, PARTS_MAX } from './sums.ts';

const items = fc.array(fc.record({ day: fc.integer({ min: 0, max: 6 }), amount: fc.integer({ min: -4, max: 4 }).filter((n) => n !== 0) }), {
  maxLength: 12,
});
const rowsOf = (list: readonly { day: number; amount: number }[]): readonly OpenRow[] =>
  list.map(({ day, amount }, i) => ({ id: `r${i}`, day, at: String(i % 3), amountE8: BigInt(amount) }));
const postingsOf = (list: readonly { day: number; amount: number }[]): readonly OpenPosting[] =>
  list.map(({ day, amount }, i) => ({
    seq: 1 + Math.floor(i / 2),
    line: 1 + (i % 2),
    day,
    amountE8: BigInt(amount),
    reversed: i % 5 === 0,
  }));
const shuffled = <T>(list: readonly T[], seed: number): T[] =>
  list
    .map((item, i) => ({ item, key: Math.sin(seed + i * 7.3) }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item);

/** Every way to pair, tried: the most pairs. */
function most(rows: readonly OpenRow[], postings: readonly OpenPosting[]): number {
  const [row, ...others] = rows;
  if (row === undefined) return 0;
  const ways = postings.map((p, i) =>
    p.amountE8 === row.amountE8 && Math.abs(p.day - row.day) <= 1 ? 1 + most(others, postings.toSpliced(i, 1)) : 0,
  );
  return Math.max(most(others, postings), ...ways);
}

test('no other way pairs more rows with postings, and no pair a day apart has a free partner of its own day', () => {
  const few = fc.array(fc.record({ day: fc.integer({ min: 0, max: 5 }), amount: fc.integer({ min: 1, max: 2 }) }), { maxLength: 6 });
  fc.assert(
    fc.property(few, few, (some, others) => {
      const rows = rowsOf(some).toSorted(compareRows);
      const postings = postingsOf(others).toSorted(comparePostings);
      const pairs = pairOneToOne(rows, postings);
      expect(pairs).toHaveLength(most(rows, postings));
      const taken = new Set<unknown>(pairs.flatMap((p) => [p.row, p.posting]));
      const isFree = (amountE8: bigint, day: number) => (item: OpenRow | OpenPosting) =>
        !taken.has(item) && item.amountE8 === amountE8 && item.day === day;
      for (const { row, posting, apart } of pairs) {
        expect(apart).toBe(Math.abs(row.day - posting.day));
        if (apart === 0) continue;
        expect(postings.some(isFree(row.amountE8, row.day))).toBe(false);
        expect(rows.some(isFree(row.amountE8, posting.day))).toBe(false);
      }
    }),
    { numRuns: 1000 },
  );
});

test('each item is in one match at most, sums agree, the window holds, and order does not matter', () => {
  let matched = 0;
  fc.assert(
    fc.property(items, items, fc.integer(), (some, others, seed) => {
      const [rows, postings] = [rowsOf(some), postingsOf(others)];
      const found = matchAccount(rows, postings);
      matched += found.length;
      const used = found.flatMap((m) => [...m.row_ids, ...m.postings.map((p) => `${p.seq}/${p.line}`)]);
      expect(new Set(used).size).toBe(used.length);
      for (const m of found) {
        const [own, sides] = [
          rows.filter((r) => m.row_ids.includes(r.id)),
          postings.filter((p) => m.postings.some((q) => q.seq === p.seq && q.line === p.line)),
        ];
        expect(own.length).toBe(m.row_ids.length);
        expect(own.length === 1 || sides.length === 1).toBe(true);
        expect(own.reduce((sum, r) => sum + r.amountE8, 0n)).toBe(sides.reduce((sum, p) => sum + p.amountE8, 0n));
        for (const r of own) for (const p of sides) expect(Math.abs(r.day - p.day)).toBeLessThanOrEqual(1);
      }
      expect(matchAccount(shuffled(rows, seed), shuffled(postings, seed + 1))).toEqual(found);
    }),
    { numRuns: 2000 },
  );
  expect(matched).toBeGreaterThan(1000);
});

test('two hundred thousand equal rows and postings of one day are paired', () => {
  const count = 200_000;
  const rows = rowsOf(Array.from({ length: count }, () => ({ day: 1, amount: 5 })));
  const postings = postingsOf(Array.from({ length: count }, () => ({ day: 1, amount: 5 })));
  expect(matchAccount(rows, postings)).toHaveLength(count);
});

test('what a month has no part in is left to the next, and no sum takes what a row of the next has for itself', () => {
  const rows = rowsOf([
    { day: 30, amount: 300 },
    { day: 31, amount: 100 },
    { day: 31, amount: 200 },
  ]);
  const postings = postingsOf([
    { day: 31, amount: 100 },
    { day: 31, amount: 200 },
  ]);
  expect(matchUntil(rows.slice(0, 1), postings, 31)).toHaveLength(1);
  expect(matchUntil(rows, postings, 31)).toEqual([]);
  expect(matchUntil(rows, postings, 32).map((m) => m.rule)).toEqual(['one_to_one', 'one_to_one']);
});

test('a sum is of the fewest amounts, and of no others as few', () => {
  let [sums, none] = [0, 0];
  fc.assert(
    fc.property(fc.array(fc.bigInt({ min: 1n, max: 30n }), { maxLength: 10 }), fc.bigInt({ min: 2n, max: 80n }), (amounts, target) => {
      const ways = new Map<number, Set<string>>();
      for (let mask = 0; mask < 2 ** amounts.length; mask += 1) {
        const chosen = amounts.filter((_, i) => (mask >> i) & 1);
        if (chosen.length < 2 || chosen.length > PARTS_MAX || chosen.reduce((a, b) => a + b, 0n) !== target) continue;
        const own = ways.get(chosen.length) ?? new Set<string>();
        ways.set(chosen.length, own.add(chosen.toSorted((a, b) => (a < b ? -1 : 1)).join()));
      }
      const fewest = Math.min(...ways.keys());
      const places = findSum(target, amounts, { steps: 1_000_000 });
      if (ways.get(fewest)?.size === 1) {
        sums += 1;
        expect(
          places
            ?.map((p) => amounts[p] ?? 0n)
            .toSorted((a, b) => (a < b ? -1 : 1))
            .join(),
        ).toBe([...(ways.get(fewest) ?? [])][0]);
      } else {
        none += 1;
        expect(places).toBeNull();
      }
    }),
    { numRuns: 2000 },
  );
  expect(Math.min(sums, none)).toBeGreaterThan(100);
});

test('a search ends with its budget, and finds nothing then', () => {
  const amounts = Array.from({ length: CANDIDATES_MAX }, (_, i) => BigInt(2 ** i));
  const target = amounts.slice(0, PARTS_MAX).reduce((a, b) => a + b, 0n);
  expect(findSum(target, amounts, { steps: 1_000_000 })).toHaveLength(PARTS_MAX);
  const budget = { steps: 20 };
  expect(findSum(target, amounts, budget)).toBeNull();
  expect(budget.steps).toBeLessThan(0);
});
