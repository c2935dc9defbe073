// What the database says of the metadata of one thing, read where the log ends.

export interface MetadataReading {
  readonly knownAtSeq: number;
  /** By key, as it is. */
  readonly values: ReadonlyMap<string, string>;
  /** Of an intent, where it is in the log: its first event, the one that executed it, and the accounts of its rows. */
  readonly intent: { readonly seq: number; readonly executedSeq: number | null; readonly accountIds: readonly string[] } | null;
}
