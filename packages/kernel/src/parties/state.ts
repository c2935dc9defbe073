interface ExposureLimit {
  readonly currency: string;
  readonly amountE8: bigint;
}

/** What the state of an organisation keeps of it. */
export interface PartiesPart {
  readonly partyIds: Set<string>;
  /** Of parties that have one, by id. */
  readonly exposureLimits: Map<string, ExposureLimit>;
}

export const partiesPart = (): PartiesPart => ({
  partyIds: new Set(),
  exposureLimits: new Map(),
});
