import { expect, test } from 'vitest';
import { byCurrency } from './trial-balance.ts';

const line = (kind: 'account' | 'due', code: string, currency: string, balance: string, minorUnits = 2) => ({
  kind,
  code,
  title: code,
  currency,
  balance,
  minorUnits,
});

test('lines are told currency by currency, each summing to what it sums to', () => {
  const groups = byCurrency([
    line('account', 'BANK', 'USD', '110000'),
    line('account', 'YEN', 'JPY', '5', 0),
    line('due', 'US', 'USD', '-110000'),
  ]);
  expect(groups.map((g) => [g.currency, g.lines.length, g.sumE8])).toEqual([
    ['JPY', 1, 500_000_000n],
    ['USD', 2, 0n],
  ]);
});

test('no lines, no currencies', () => {
  expect(byCurrency([])).toEqual([]);
});
