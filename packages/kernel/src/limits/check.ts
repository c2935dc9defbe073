// Rung 9 of the ladder: what the organisation limits. An intent is measured once, at the rates in force when it is booked, and only
// where somebody asks; its event keeps what it came to.

import { bookAt, findRate } from '../fx/find-rate.ts';
import type { ExecuteIntent } from '../intents/commands.ts';
import type { Plan } from '../intents/planned.ts';
import type { ReportingRecord } from '../intents/posted.ts';
import { type Rejection, reject } from '../intents/rejections.ts';
import { type ReportingAmount, reportingAmountOf } from '../intents/reporting-amount.ts';
import { isSystem } from '../intents/system.ts';
import type { TenantState } from '../ledger/state.ts';
import { formatAmountE8, formatDecimal } from '../money/amount.ts';
import { minorUnitsOf } from '../money/iso4217.ts';
import { convertE8 } from '../money/ratio.ts';
import { addTo } from '../money/sums.ts';
import { dateOf } from '../time/instant.ts';
import type { LimitKey } from './events.ts';
import { intentsOf, restOfHold } from './use.ts';

type Books = Pick<TenantState, 'dailyUsage' | 'holds' | 'fxRates' | 'reportingCurrency'>;

/** What was booked on a day so far, in the reporting currency. */
export type DayUse = { readonly day: string; readonly count: number } & (
  | { readonly amountE8: bigint }
  /** The first currency of it that no rates lead from. */
  | { readonly missing: string }
);

/** Whether any limit asks what an intent amounts to. */
export const asksForAmount = ({ limits }: Pick<TenantState, 'limits'>): boolean =>
  limits.highRiskAmountE8 !== null || limits.txnAmountMaxE8 !== null || limits.dailyTxnAmountMaxE8 !== null;

/** What an intent amounts to; null where nobody asks: captures, voids and what the system posts by itself are not measured. */
export function measure(state: TenantState, command: ExecuteIntent, plan: Plan, nowUs: bigint): ReportingAmount | null {
  if (!asksForAmount(state) || isSystem(command) || plan.hold !== null) return null;
  return reportingAmountOf(state, plan.rows, nowUs);
}

/** What the event says of it. */
export function recordOf(state: TenantState, measured: ReportingAmount | null): { readonly reporting_amount?: ReportingRecord } {
  if (measured === null || 'missing' in measured) return {};
  const { amountE8, rates } = measured;
  return { reporting_amount: { currency: state.reportingCurrency, amount: formatAmountE8(amountE8), rates } };
}

/**
 * Rung 9. Each limit may be reached, none passed; in the order: an intent's amount, the day's amount, the day's count.
 *
 * The day is that of the event, which never comes before the one before it. Source: decision 0030.
 */
export function checkLimits(
  state: TenantState,
  command: ExecuteIntent,
  plan: Plan,
  measured: ReportingAmount | null,
  nowUs: bigint,
): Rejection | null {
  // A capture was counted as the hold that it takes from.
  if (isSystem(command) || plan.hold !== null) return null;
  const { txnAmountMaxE8, dailyTxnAmountMaxE8, dailyTxnCountMax } = state.limits;
  if (measured !== null) {
    if ('missing' in measured) return rateMissing(state, measured.missing);
    if (txnAmountMaxE8 !== null && measured.amountE8 > txnAmountMaxE8)
      return exceeded(state, 'txn_amount_max', txnAmountMaxE8, 0n, measured.amountE8);
  }
  if (dailyTxnAmountMaxE8 === null && dailyTxnCountMax === null) return null;
  const use = useOn(state, nowUs > state.head.tsUs ? nowUs : state.head.tsUs + 1n);
  if (dailyTxnAmountMaxE8 !== null && measured !== null) {
    if ('missing' in use) return rateMissing(state, use.missing);
    if (use.amountE8 + measured.amountE8 > dailyTxnAmountMaxE8)
      return exceeded(state, 'daily_txn_amount_max', dailyTxnAmountMaxE8, use.amountE8, measured.amountE8, use.day);
  }
  if (dailyTxnCountMax !== null && use.count >= dailyTxnCountMax)
    return reject('LIMIT_EXCEEDED', { limit: 'daily_txn_count_max', value: dailyTxnCountMax, used: use.count, asked: 1, day: use.day });
  return null;
}

/** What was booked on the day of an instant until then, holds that have ended by it left out. */
export function useOn(state: Books, atUs: bigint): DayUse {
  const day = dateOf(atUs);
  const { dailyUsage } = state;
  if (dailyUsage.day !== day) return { day, count: 0, amountE8: 0n };
  const sums = new Map(dailyUsage.sums);
  let { count } = dailyUsage;
  for (const [intentId, expiresAtUs] of dailyUsage.ending) {
    const hold = expiresAtUs <= atUs ? state.holds.get(intentId) : undefined;
    if (hold === undefined) continue;
    count -= intentsOf(hold);
    for (const [currency, e8] of restOfHold(hold, []).sums) addTo(sums, currency, -e8);
  }
  const book = bookAt(state.fxRates, atUs);
  let amountE8 = 0n;
  for (const [currency, e8] of sums) {
    if (e8 === 0n) continue;
    const found = findRate(book, state.reportingCurrency, currency, state.reportingCurrency);
    if (found === null) return { day, count, missing: currency };
    amountE8 += convertE8(e8, found.ratio);
  }
  return { day, count, amountE8 };
}

const rateMissing = ({ reportingCurrency }: TenantState, currency: string): Rejection =>
  reject('FX_RATE_MISSING', { currency, reporting_currency: reportingCurrency });

function exceeded(state: TenantState, limit: LimitKey, valueE8: bigint, usedE8: bigint, askedE8: bigint, day?: string): Rejection {
  const currency = state.reportingCurrency;
  const say = (e8: bigint): string => formatDecimal(e8, minorUnitsOf(currency));
  const reason = { limit, currency, value: say(valueE8), used: say(usedE8), asked: say(askedE8) };
  return reject('LIMIT_EXCEEDED', day === undefined ? reason : { ...reason, day });
}
