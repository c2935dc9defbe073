import { describe, expect, test } from 'vitest';
import { aheadOf, totalsByCurrency, translateAhead } from './cash.ts';
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
