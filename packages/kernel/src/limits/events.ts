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
