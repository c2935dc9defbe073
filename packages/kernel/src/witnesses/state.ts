/** What the state of an organisation keeps of it. */
export interface WitnessesPart {
  /** Names by id. */
  readonly witnesses: Map<string, string>;
}

export const witnessesPart = (): WitnessesPart => ({
  witnesses: new Map(),
});
