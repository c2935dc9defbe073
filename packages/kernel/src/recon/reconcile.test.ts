import { expect, test } from 'vitest';
import { reconcile } from './reconcile.ts';

const figures = {
  bookE8: 130n,
  bankE8: 120n,
  rowsE8: 20n,
  bookBeforeE8: 105n,
  openingE8: 100n,
  openRowsE8: -5n,
  openPostingsE8: 0n,
};

test('what is open and what was before explain the books by the bank', () => {
  expect(reconcile(figures)).toEqual({ beforeE8: 5n, differenceE8: 0n });
});
test('a missing statement leaves a difference', () => {
  expect(reconcile({ ...figures, bankE8: 170n })).toEqual({ beforeE8: 5n, differenceE8: -50n });
});
test('without an opening balance the first one is reckoned back', () => {
  expect(reconcile({ ...figures, openingE8: null })).toEqual({ beforeE8: 5n, differenceE8: 0n });
});
test('without a balance of the bank there is nothing to hold the books against', () => {
  expect(reconcile({ ...figures, bankE8: null })).toBeNull();
});
