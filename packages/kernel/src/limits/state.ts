import { formatAmountE8 } from '../money/amount.ts';
import type { LimitKey } from './events.ts';

/** null where nothing is limited. Amounts are units of 10⁻⁸ of the reporting currency. */
export interface Limits {
  /** From here on an intent needs a second person. */
  highRiskAmountE8: bigint | null;
  /** An intent amounts to at most this. */
  txnAmountMaxE8: bigint | null;
  /** What is booked on a day, UTC, amounts to at most this. */
  dailyTxnAmountMaxE8: bigint | null;
  /** On a day, UTC, at most so many intents are booked. */
  dailyTxnCountMax: number | null;
}

/** What counts of the last day on which anything was booked. */
export interface DailyUsage {
  /** A booking day, UTC; empty before the first. */
  day: string;
  /** Intents executed or waiting for approval, and holds that are open or were captured. */
  count: number;
  /** Units of 10⁻⁸ by currency, never zero. */
  sums: Map<string, bigint>;
  /** By the intent that placed it: when a hold of this day ends that does so before the day is over. */
  ending: Map<string, bigint>;
}

export const noLimits = (): Limits => ({ highRiskAmountE8: null, txnAmountMaxE8: null, dailyTxnAmountMaxE8: null, dailyTxnCountMax: null });

export const noUsage = (day = ''): DailyUsage => ({ day, count: 0, sums: new Map(), ending: new Map() });

export const amountFields = {
  high_risk_amount: 'highRiskAmountE8',
  txn_amount_max: 'txnAmountMaxE8',
  daily_txn_amount_max: 'dailyTxnAmountMaxE8',
} as const;

/** A limit as `limit.set` carries it. */
export function limitValue(limits: Limits, key: LimitKey): string | null {
  const { dailyTxnCountMax } = limits;
  if (key === 'daily_txn_count_max') return dailyTxnCountMax === null ? null : String(dailyTxnCountMax);
  const amountE8 = limits[amountFields[key]];
  return amountE8 === null ? null : formatAmountE8(amountE8);
}

/** All of them. */
export const limitValues = (limits: Limits): Readonly<Record<LimitKey, string | null>> => ({
  high_risk_amount: limitValue(limits, 'high_risk_amount'),
  txn_amount_max: limitValue(limits, 'txn_amount_max'),
  daily_txn_amount_max: limitValue(limits, 'daily_txn_amount_max'),
  daily_txn_count_max: limitValue(limits, 'daily_txn_count_max'),
});

/** What the state of an organisation keeps of it. */
export interface LimitsPart {
  readonly limits: Limits;
  /** What counts against the daily limits. Replaced when a new day begins. */
  dailyUsage: DailyUsage;
}

export const limitsPart = (): LimitsPart => ({
  limits: noLimits(),
  dailyUsage: noUsage(),
});
