export interface FxRateState {
  readonly rate: string;
  readonly asofUs: bigint;
  readonly source: string;
}
