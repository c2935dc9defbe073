export interface ResetState {
  readonly effectiveAtUs: bigint;
  readonly lapsesAtUs: bigint;
}

/** What the state of an organisation keeps of it. */
export interface SecondFactorResetsPart {
  /** Resets that were granted and neither stopped nor done, by member. */
  readonly secondFactorResets: Map<string, ResetState>;
}

export const secondFactorResetsPart = (): SecondFactorResetsPart => ({
  secondFactorResets: new Map(),
});
