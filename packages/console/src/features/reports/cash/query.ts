import type { DaysBack } from '@countinghouse/contract/day-series';
import { type CashOverTime, reports } from '@countinghouse/contract/features/reports';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { q } from '../../../lib/calls/query.ts';
import { readMinorE8 } from '../../../lib/values/money.ts';

export const AHEAD_DAYS = 30;

/** What was shown stays while another range is on its way. */
export const cashQuery = (back: DaysBack) =>
  queryOptions({ ...q(reports.cashOverTime, { query: { back, ahead: AHEAD_DAYS } }), placeholderData: keepPreviousData });

/** A line of the chart: one currency, or all of them translated. */
export interface CashLine {
  readonly currency: string;
  readonly minorUnits: number;
  /** Accounts in it; null: all of them. */
  readonly accounts: number | null;
  /** A balance for each day, in units of 10⁻⁸. */
  readonly balancesE8: readonly bigint[];
}

/** All cash translated first, where it can be, then a line a currency. */
export function linesOf({ currencies, translated, translation }: CashOverTime): readonly CashLine[] {
  const e8 = (figures: readonly string[], minorUnits: number): readonly bigint[] => figures.map((f) => readMinorE8(f, minorUnits));
  const all = { currency: translation.currency, minorUnits: translation.minorUnits, accounts: null };
  return [
    ...(translated === null ? [] : [{ ...all, balancesE8: e8(translated, translation.minorUnits) }]),
    ...currencies.map((c) => ({
      currency: c.currency,
      minorUnits: c.minorUnits,
      accounts: c.accounts,
      balancesE8: e8(c.balances, c.minorUnits),
    })),
  ];
}

/** The place of the day that the report stands on: before it is what was, behind it what is ahead. */
export const todayOf = ({ days, as_of }: CashOverTime): number => days.indexOf(as_of);

/** The place of the lowest balance from a place on, the first of several. */
export function lowestFrom(balancesE8: readonly bigint[], from: number): number {
  let lowest = from;
  for (let i = from + 1; i < balancesE8.length; i++) if ((balancesE8[i] ?? 0n) < (balancesE8[lowest] ?? 0n)) lowest = i;
  return lowest;
}
