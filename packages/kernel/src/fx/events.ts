export type FxRateSet = {
  readonly base_currency: string;
  readonly quote_currency: string;
  /** Plain decimal, at most 12 significant digits: one unit of base is this many of quote. */
  readonly rate: string;
  /** From when it is effective. */
  readonly asof: string;
  readonly source: string;
};

export type FxRatesImported = {
  readonly source: string;
  readonly base_currency: string;
  /** Of the text of the file they came from. */
  readonly file_sha256: string;
  readonly days: readonly {
    /** From when they are effective. */
    readonly asof: string;
    /** By quote currency: one unit of base is so many of it. */
    readonly rates: Readonly<Record<string, string>>;
  }[];
};

export interface FxEvents {
  readonly 'fx_rate.set': FxRateSet;
  readonly 'fx_rates.imported': FxRatesImported;
}
