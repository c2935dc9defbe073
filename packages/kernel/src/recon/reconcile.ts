// The bank reconciliation statement of an account on a day: book balance, bank balance, and what explains the one by the other.

export interface ReconcileFigures {
  /** Debit-positive, by value date, at the end of the day. */
  readonly bookE8: bigint;
  /** What the bank says for the end of the day; null where no statement tells. */
  readonly bankE8: bigint | null;
  /** All rows up to the day. */
  readonly rowsE8: bigint;
  /** What the books held the day before the first statement, postings of that time that are matched to rows left out. */
  readonly bookBeforeE8: bigint;
  /** What the first statement opens with; null where it does not tell. */
  readonly openingE8: bigint | null;
  readonly openRowsE8: bigint;
  readonly openPostingsE8: bigint;
}

export interface Reconciled {
  /** What the books held before the first statement and the bank did not. */
  readonly beforeE8: bigint;
  /** What nothing explains: a statement is missing, or two do not follow each other. */
  readonly differenceE8: bigint;
}

/**
 * book = bank − rows not in the books + postings not at the bank + what was before + difference. Null without a balance of the bank.
 * Where no statement opens with a balance, the first one is reckoned back from the bank's.
 */
export function reconcile(f: ReconcileFigures): Reconciled | null {
  if (f.bankE8 === null) return null;
  const beforeE8 = f.bookBeforeE8 - (f.openingE8 ?? f.bankE8 - f.rowsE8);
  return { beforeE8, differenceE8: f.bookE8 - (f.bankE8 - f.openRowsE8 + f.openPostingsE8 + beforeE8) };
}
