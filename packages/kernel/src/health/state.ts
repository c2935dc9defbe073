/** What is known outside the log to have been in it and is not: seqs, and the last of these events. */
export interface LostEvents {
  readonly from: number;
  readonly to: number;
  /** Hash and time of event `to` as it was answered. */
  readonly markHash: string;
  readonly markTs: string;
}

/** What the state of an organisation keeps of it. */
export interface HealthPart {
  /** The log in the database is behind what it was, or another one; set by whoever loads the state, ended by an owner who accepts it. */
  loss: LostEvents | null;
}

export const healthPart = (): HealthPart => ({
  loss: null,
});
