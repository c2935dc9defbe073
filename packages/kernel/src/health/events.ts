/** How many faults of each kind a check found (counted up to its limit), and how far in the log it looked. */
export type LedgerBroken = {
  readonly missing_postings: number;
  readonly hash_breaks: number;
  readonly balance_drift: number;
  readonly checked_to: number;
};
/** A whole check up to this seq found nothing. */
export type LedgerMended = { readonly checked_to: number };

export interface HealthEvents {
  readonly 'ledger.broken': LedgerBroken;
  readonly 'ledger.mended': LedgerMended;
}
