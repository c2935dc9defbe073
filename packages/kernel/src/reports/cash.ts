// Cash and what is value-dated on the days ahead, by account and by currency, and as one in the currency of the translation.

import { addTo, amountAt, sumAt } from '../money/sums.ts';
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

/** By currency the balance at the end of each day: what was held on the first, and what moved on the days after it. Units of 10⁻⁸. */
export function runningBalances(
  days: readonly string[],
  held: readonly { readonly currency: string; readonly balanceE8: bigint }[],
  moved: readonly { readonly currency: string; readonly day: string; readonly netE8: bigint }[],
): ReadonlyMap<string, readonly bigint[]> {
  const netOf = new Map<string, bigint>();
  for (const { currency, day, netE8 } of moved) addTo(netOf, `${currency} ${day}`, netE8);
  const openings = new Map<string, bigint>();
  for (const { currency, balanceE8 } of held) addTo(openings, currency, balanceE8);
  return new Map(
    [...openings]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([currency, openingE8]) => {
        let balanceE8 = openingE8;
        const balancesE8 = days.map((day) => {
          balanceE8 += sumAt(netOf, `${currency} ${day}`);
          return balanceE8;
        });
        return [currency, balancesE8];
      }),
  );
}

/** All currencies as one, each day converted as a whole and rounded once; null where one that is not zero has no rate. */
export function translateSeries(
  series: ReadonlyMap<string, readonly bigint[]>,
  days: number,
  translator: Translator,
): readonly bigint[] | null {
  const translated = Array.from(
    { length: days },
    (_, i) =>
      figuresOf(new Map([...series].map(([currency, balancesE8]) => [currency, [amountAt(balancesE8, i)]])), translator).translatedE8[0] ??
      null,
  );
  return translated.every((e8) => e8 !== null) ? translated : null;
}

export interface NamedFlow {
  readonly accountId: string;
  readonly day: string;
  readonly amountE8: bigint;
  readonly intent_id: string | null;
  readonly narrative: string;
  /** Between two accounts of cash: it moves none of the whole. */
  readonly between: boolean;
}

/**
 * What moves cash ahead, the first day first: the postings that are known by name where they explain all that moves an account on a day,
 * else that movement as a whole.
 */
export function flowsAhead(
  moved: readonly { readonly accountId: string; readonly day: string; readonly netE8: bigint }[],
  named: readonly NamedFlow[],
): readonly Omit<NamedFlow, 'between'>[] {
  const namedE8 = new Map<string, bigint>();
  for (const { accountId, day, amountE8 } of named) addTo(namedE8, `${accountId} ${day}`, amountE8);
  const unexplained = moved.filter(({ accountId, day, netE8 }) => sumAt(namedE8, `${accountId} ${day}`) !== netE8);
  const asWhole = new Set(unexplained.map(({ accountId, day }) => `${accountId} ${day}`));
  return [
    ...named.filter(({ accountId, day, between }) => !between && !asWhole.has(`${accountId} ${day}`)),
    ...unexplained.map(({ accountId, day, netE8 }) => ({ accountId, day, amountE8: netE8, intent_id: null, narrative: '' })),
  ].sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
}
