export type FxRateSet = {
  readonly base_currency: string;
  readonly quote_currency: string;
  /** Plain decimal, at most 12 significant digits: one unit of base is this many of quote. */
  readonly rate: string;
  /** From when it is effective. */
  readonly asof: string;
  readonly source: string;
};

export interface FxEvents {
  readonly 'fx_rate.set': FxRateSet;
}

export interface FxRateState {
  readonly rate: string;
  readonly asofUs: bigint;
  readonly source: string;
}
