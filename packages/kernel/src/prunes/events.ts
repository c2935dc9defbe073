/**
 * From here on the database may lack the intents of events `from_seq` to `through_seq`, their postings, and the signed heads up to there. They are in the
 * object `rows_sha256` of the object store; the archive `archive_sha256` is of the whole log up to `through_seq`, and lies at the named places beside them.
 */
export type LogPruned = {
  readonly from_seq: number;
  readonly through_seq: number;
  /** All that leaves counts before this day (`YYYY-MM-DD`), by the time that it was written and by its value date. */
  readonly before: string;
  readonly archive_sha256: string;
  readonly rows_sha256: string;
  /** Names that whoever pruned gave them. */
  readonly places: readonly string[];
};

export interface PruneEvents {
  readonly 'log.pruned': LogPruned;
}
