export interface FxRateState {
  readonly rate: string;
  readonly asofUs: bigint;
  readonly source: string;
}

/** What the state of an organisation keeps of it. */
export interface FxPart {
  /** By `BASE/QUOTE`, each list ascending by `asof`. */
  readonly fxRates: Map<string, FxRateState[]>;
}

export const fxPart = (): FxPart => ({
  fxRates: new Map(),
});
