/** How many faults of each kind a check found (counted up to its limit), and how far in the log it looked. */
export type LedgerBroken = {
  readonly missing_postings: number;
  readonly hash_breaks: number;
  readonly balance_drift: number;
  /** Of a replay: events that cannot be, given those before, and rows that the events make otherwise. Absent in events of before it was part of the check. */
  readonly contradictions?: number;
  readonly differences?: number;
  readonly checked_to: number;
};
/** A whole check up to this seq found nothing. */
export type LedgerMended = { readonly checked_to: number };
/**
 * An owner goes on with a log that was put back: events `lost_from` to `lost_to` were answered and are gone, and their seqs are given
 * again from this event on. `mark_hash` and `mark_ts` are of the event `lost_to` that was lost.
 */
export type LossAccepted = {
  readonly lost_from: number;
  readonly lost_to: number;
  readonly mark_hash: string;
  readonly mark_ts: string;
};

export interface HealthEvents {
  readonly 'ledger.broken': LedgerBroken;
  readonly 'ledger.mended': LedgerMended;
  readonly 'ledger.loss_accepted': LossAccepted;
}
