// What an intent amounts to in the reporting currency: the sum of its absolute rows at the rates effective when it is booked, never
// at those of the snapshot that its maker picked. Limits, policies and high risk all measure by it.

import { bookAt, findRate } from '../fx/find-rate.ts';
import type { TenantState } from '../ledger/state.ts';
import { magnitudeOf } from '../money/magnitude.ts';
import { convertE8 } from '../money/ratio.ts';
import { addTo } from '../money/sums.ts';
import type { ResolvedRow } from './planned.ts';
import type { UsedRate } from './posted.ts';

export type ReportingAmount =
  | { readonly amountE8: bigint; readonly rates: readonly UsedRate[] }
  /** The first currency that no rates lead from. */
  | { readonly missing: string };

/** Each currency is summed first and converted once, half-even. Rates in the order in which their currencies come. */
export function reportingAmountOf(
  state: Pick<TenantState, 'fxRates' | 'reportingCurrency'>,
  rows: readonly { readonly row: Pick<ResolvedRow['row'], 'amountE8' | 'currency'> }[],
  nowUs: bigint,
): ReportingAmount {
  const sums = new Map<string, bigint>();
  for (const { row } of rows) {
    const absolute = magnitudeOf(row.amountE8);
    addTo(sums, row.currency, absolute);
  }
  const book = bookAt(state.fxRates, nowUs);
  const rates: UsedRate[] = [];
  let amountE8 = 0n;
  for (const [currency, sum] of sums) {
    const found = findRate(book, state.reportingCurrency, currency, state.reportingCurrency);
    if (found === null) return { missing: currency };
    amountE8 += convertE8(sum, found.ratio);
    if (currency !== state.reportingCurrency) rates.push({ currency, rate: found.rate });
  }
  return { amountE8, rates };
}
