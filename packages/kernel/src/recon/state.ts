/** What decisions need of a source. */
export interface ReconSourceState {
  readonly accountId: string;
  /** As the bank names the account, or the token of that. */
  readonly bankAccount: string | null;
}

/** What the state of an organisation keeps of it. */
export interface ReconPart {
  /** Feeds of bank statements, by name. */
  readonly reconSources: Map<string, ReconSourceState>;
}

export const reconPart = (): ReconPart => ({
  reconSources: new Map(),
});
