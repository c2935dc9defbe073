/** What is known outside the log to have been in it and is not: seqs, and the last of these events. */
export interface LostEvents {
  readonly from: number;
  readonly to: number;
  /** Hash and time of event `to` as it was answered. */
  readonly markHash: string;
  readonly markTs: string;
}
