import type { Hold } from '@countinghouse/contract/features/holds';
import { expect, test } from 'vitest';
import { restsOf, sumsOf } from './sums.ts';

const hold = (...rows: readonly (readonly [amount: string, currency: string])[]) =>
  ({ rows: rows.map(([amount, currency]) => ({ amount, currency })) }) as unknown as Hold;

test('holds add up per currency, exactly, in the order of the codes', () => {
  const holds = [hold(['10.00000001', 'USD'], ['1.00000000', 'EUR']), hold(['99999999999999999999.99999999', 'USD'])];
  expect([...sumsOf(holds)]).toEqual([
    ['EUR', 100_000_000n],
    ['USD', 10_000_000_000_000_000_001_000_000_000n],
  ]);
  expect(sumsOf([]).size).toBe(0);
});

test('what is left of them adds up likewise', () => {
  const partly = { rows: [{ amount: '10.00000000', rest: '2.50000000', currency: 'EUR' }] } as unknown as Hold;
  expect([...restsOf([partly, partly])]).toEqual([['EUR', 500_000_000n]]);
});
