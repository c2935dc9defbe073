// What was booked on the day that counts (decision 0030). The use of a day is kept per currency: what was
// measured when it was booked under the reporting currency, what nobody asked the amount of under the currencies of its rows.

import type { HoldState } from '../holds/state.ts';
import type { PostedRow, ReportingRecord } from '../intents/posted.ts';
import type { TenantState } from '../ledger/state.ts';
import { parseBalanceE8 } from '../money/amount.ts';
import { parseRate } from '../money/rate.ts';
import { convertE8, one, ratioOf } from '../money/ratio.ts';
import { addTo, sumAt } from '../money/sums.ts';
import { dateOf } from '../time/instant.ts';
import { type DailyUsage, noUsage } from './state.ts';

/** What one intent takes of the limits of a day. */
export interface Use {
  readonly bookedOn: string;
  /** Units of 10⁻⁸ by currency. */
  readonly sums: ReadonlyMap<string, bigint>;
}

/** What an intent takes: as it was measured, or else its rows as they are. */
export function useOf(bookedOn: string, rows: readonly PostedRow[], reporting: ReportingRecord | null): Use {
  const sums = reporting === null ? sumsOf(rows) : new Map([[reporting.currency, parseBalanceE8(reporting.amount)]]);
  return { bookedOn, sums };
}

/** Counts an intent on the day it was booked. Days never go back. */
export function bookUse(state: TenantState, { bookedOn, sums }: Use): void {
  if (state.dailyUsage.day !== bookedOn) state.dailyUsage = noUsage(bookedOn);
  state.dailyUsage.count += 1;
  for (const [currency, e8] of sums) move(state.dailyUsage, currency, e8);
}

/** Counts an intent that was executed: as it was measured, or else what it posted. On the path of every posting: nothing is read anew. */
export function bookPostings(
  state: TenantState,
  bookedOn: string,
  postings: readonly { readonly row: { readonly currency: string }; readonly amountE8: bigint }[],
  reporting: ReportingRecord | null,
): void {
  if (reporting !== null) {
    bookUse(state, useOf(bookedOn, [], reporting));
    return;
  }
  if (state.dailyUsage.day !== bookedOn) state.dailyUsage = noUsage(bookedOn);
  state.dailyUsage.count += 1;
  for (const { row, amountE8 } of postings) move(state.dailyUsage, row.currency, amountE8);
}

/** Gives back what an intent took, where that happens on the day it was booked: `intents` is 0 where it still counts as one. */
export function releaseUse(state: TenantState, onDay: string, { bookedOn, sums }: Use, intents: 0 | 1 = 1): void {
  if (onDay !== bookedOn || state.dailyUsage.day !== bookedOn) return;
  state.dailyUsage.count -= intents;
  for (const [currency, e8] of sums) move(state.dailyUsage, currency, -e8);
}

/** Counts a hold that was just placed. */
export function bookHold(state: TenantState, hold: HoldState): void {
  bookUse(state, useOf(hold.bookedOn, hold.rows, hold.reporting));
  noteEnding(state, hold);
}

/**
 * To be called while the hold is still open, once it ends. What its captures post counts on in place of it, as one intent; the rest is given
 * back. `captured`: what it ends with posts; null: nothing.
 */
export function releaseHold(state: TenantState, onDay: string, hold: HoldState, captured: readonly PostedRow[] | null): void {
  state.dailyUsage.ending.delete(hold.intentId);
  releaseUse(state, onDay, restOfHold(hold, captured ?? []), captured === null ? intentsOf(hold) : 0);
}

/** How many intents fewer a day has once a hold has ended by itself: what was captured of it counts as one. */
export const intentsOf = ({ captured }: HoldState): 0 | 1 => (captured ? 0 : 1);

/** Remembers when an open hold of the present day ends, if that is before the day is over. */
export function noteEnding(state: TenantState, hold: HoldState): void {
  if (hold.bookedOn === state.dailyUsage.day && dateOf(hold.expiresAtUs) === hold.bookedOn)
    state.dailyUsage.ending.set(hold.intentId, hold.expiresAtUs);
}

/** What a hold took and its captures did not need, `captured` among them, at the rates that it was measured with. */
export function restOfHold({ bookedOn, rows, reporting, captured: before }: HoldState, captured: readonly PostedRow[]): Use {
  if (captured.length === 0 && !before) return useOf(bookedOn, rows, reporting);
  const rest = sumsOf(rows);
  for (const [currency, e8] of sumsOf(captured)) addTo(rest, currency, -e8);
  if (reporting === null) return { bookedOn, sums: rest };
  let restE8 = 0n;
  for (const [currency, e8] of rest) {
    const rate = parseRate(reporting.rates.find((r) => r.currency === currency)?.rate ?? '1');
    restE8 += convertE8(e8, rate === null ? one : ratioOf(rate));
  }
  // The recorded rates are rounded: what is left must not come to more than was counted.
  const countedE8 = parseBalanceE8(reporting.amount);
  return { bookedOn, sums: new Map([[reporting.currency, restE8 < countedE8 ? restE8 : countedE8]]) };
}

function sumsOf(rows: readonly PostedRow[]): Map<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const { currency, amount } of rows) addTo(sums, currency, parseBalanceE8(amount));
  return sums;
}

function move({ sums }: DailyUsage, currency: string, byE8: bigint): void {
  const sum = sumAt(sums, currency) + byE8;
  if (sum === 0n) sums.delete(currency);
  else sums.set(currency, sum);
}
