import { describe, expect, test } from 'vitest';
import { aheadOf, flowsAhead, runningBalances, totalsByCurrency, translateAhead, translateSeries } from './cash.ts';
import { makeTranslator } from './figures.ts';

const rate = { base_currency: 'EUR', quote_currency: 'USD', rate: '1.5', asof: '', source: 's' };
const accounts = [
  { currency: 'USD', ...aheadOf(1_000_000n, [0n, -250_000_000n]) },
  { currency: 'EUR', ...aheadOf(2_000_000n, [1_000_000n, 0n]) },
  { currency: 'USD', ...aheadOf(3_000_000n, [0n, 0n]) },
];

describe('cash ahead', () => {
  test('is what is held and what moves', () => {
    expect(aheadOf(5n, [1n, -7n])).toEqual({ balanceE8: 5n, movementsE8: [1n, -7n], projectedE8: -1n });
  });
  test('is summed by currency, and as one where every currency has a rate', () => {
    const totals = totalsByCurrency(accounts);
    expect(totals).toEqual([
      { currency: 'EUR', ...aheadOf(2_000_000n, [1_000_000n, 0n]) },
      { currency: 'USD', ...aheadOf(4_000_000n, [0n, -250_000_000n]) },
    ]);
    const into = (rates: readonly (typeof rate)[]) => translateAhead(totals, 2, makeTranslator(['EUR', 'USD'], 'USD', 'USD', [rates]));
    // 0.015 to even.
    expect(into([rate])).toEqual({ balanceE8: 7_000_000n, movementsE8: [2_000_000n, -250_000_000n], projectedE8: -242_000_000n });
    expect(into([])).toBeNull();
  });
});

describe('cash over time', () => {
  const days = ['2026-01-31', '2026-02-01', '2026-02-02'];
  const held = [
    { currency: 'USD', balanceE8: 300_000_000n },
    { currency: 'EUR', balanceE8: 0n },
    { currency: 'USD', balanceE8: -100_000_000n },
  ];
  const moved = [
    { currency: 'EUR', day: '2026-02-02', netE8: 200_000_000n },
    { currency: 'USD', day: '2026-02-01', netE8: 5_000_000n },
    { currency: 'USD', day: '2026-02-01', netE8: -1_000_000n },
  ];
  const series = runningBalances(days, held, moved);

  test('goes on from what was held on the first day, by currency', () => {
    expect([...series]).toEqual([
      ['EUR', [0n, 0n, 200_000_000n]],
      ['USD', [200_000_000n, 204_000_000n, 204_000_000n]],
    ]);
  });
  test('is one where every currency that is not zero has a rate', () => {
    const into = (rates: readonly (typeof rate)[]) => translateSeries(series, 3, makeTranslator(['EUR', 'USD'], 'USD', 'USD', [rates]));
    expect(into([rate])).toEqual([200_000_000n, 204_000_000n, 504_000_000n]);
    expect(into([])).toBeNull();
  });
});

describe('flows ahead', () => {
  const flow = (accountId: string, day: string, amountE8: bigint, narrative: string, between = false) =>
    ({ accountId, day, amountE8, narrative, between, intent_id: narrative }) as const;
  const named = [
    flow('a', '02', 5n, 'Rent'),
    flow('a', '02', -7n, 'To b', true),
    flow('b', '02', 7n, 'To b', true),
    flow('a', '03', 1n, 'Known'),
  ];

  test('are named where their postings explain the day, without those between accounts of cash', () => {
    const moved = [
      { accountId: 'a', day: '02', netE8: -2n },
      { accountId: 'b', day: '02', netE8: 7n },
      { accountId: 'a', day: '03', netE8: 1n },
    ];
    expect(flowsAhead(moved, named).map((f) => f.narrative)).toEqual(['Rent', 'Known']);
  });
  test('are what moves an account on the day, where they do not', () => {
    const moved = [
      { accountId: 'a', day: '03', netE8: 9n },
      { accountId: 'c', day: '01', netE8: 4n },
    ];
    expect(flowsAhead(moved, [flow('a', '03', 1n, 'Known')])).toEqual([
      { accountId: 'c', day: '01', amountE8: 4n, intent_id: null, narrative: '' },
      { accountId: 'a', day: '03', amountE8: 9n, intent_id: null, narrative: '' },
    ]);
  });
});
