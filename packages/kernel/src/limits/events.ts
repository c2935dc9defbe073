export type LimitKey = 'high_risk_amount' | 'txn_amount_max' | 'daily_txn_amount_max' | 'daily_txn_count_max';

export type LimitSet = {
  readonly key: LimitKey;
  /**
   * Of an amount: major units of the reporting currency, zero or more, eight decimals. Of `daily_txn_count_max`: a whole number.
   * null: there is no such limit any more.
   */
  readonly value: string | null;
};

export interface LimitEvents {
  readonly 'limit.set': LimitSet;
}

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
