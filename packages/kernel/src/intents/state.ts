/** What the state of an organisation keeps of it. */
export interface IntentsPart {
  /** Whether anything was ever posted. */
  posted: boolean;
  /** By the intent that was taken back: the intent that did so. */
  readonly reversals: Map<string, string>;
}

export const intentsPart = (): IntentsPart => ({
  posted: false,
  reversals: new Map(),
});
