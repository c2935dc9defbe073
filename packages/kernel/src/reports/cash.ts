// Cash and what is value-dated on the days ahead, by account and by currency, and as one in the currency of the translation.

import { amountAt } from '../money/sums.ts';
import { type Amounts, addAmounts, figuresOf, type Translator } from './figures.ts';

/** Units of 10⁻⁸, debit-positive: what is held on the day, what moves on each day ahead, what is then held. */
export interface Ahead {
  readonly balanceE8: bigint;
  readonly movementsE8: readonly bigint[];
  readonly projectedE8: bigint;
}

export const aheadOf = (balanceE8: bigint, movementsE8: readonly bigint[]): Ahead => ({
  balanceE8,
  movementsE8,
  projectedE8: movementsE8.reduce((sum, e8) => sum + e8, balanceE8),
});

export interface CashAccount extends Ahead {
  readonly currency: string;
}

/** A total for each currency, by its code. */
export function totalsByCurrency(accounts: readonly CashAccount[]): readonly CashAccount[] {
  const columns = (a: CashAccount): Amounts => new Map([[a.currency, [a.balanceE8, ...a.movementsE8]]]);
  return [...addAmounts(accounts.map(columns))]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, [balanceE8 = 0n, ...movementsE8]]) => ({ currency, ...aheadOf(balanceE8, movementsE8) }));
}

/** All currencies as one, each figure converted as a whole and rounded once; null where one of them has no rate. */
export function translateAhead(totals: readonly CashAccount[], days: number, translator: Translator): Ahead | null {
  const convert = (of: (a: CashAccount) => bigint): bigint | null =>
    figuresOf(new Map(totals.map((t) => [t.currency, [of(t)]])), translator).translatedE8[0] ?? null;
  const balanceE8 = convert((t) => t.balanceE8);
  const projectedE8 = convert((t) => t.projectedE8);
  const movementsE8 = Array.from({ length: days }, (_, i) => convert((t) => amountAt(t.movementsE8, i)));
  if (balanceE8 === null || projectedE8 === null || !movementsE8.every((e8) => e8 !== null)) return null;
  return { balanceE8, projectedE8, movementsE8 };
}
