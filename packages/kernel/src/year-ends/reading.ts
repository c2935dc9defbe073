import type { OriginalIntent } from '../intents/commands.ts';

/** What the closing of a year is decided on, read where the log ended at `knownAtSeq`. Decimals, debit-positive. */
export interface YearReading {
  readonly start: string;
  readonly end: string;
  readonly knownAtSeq: number;
  /** What each account of income or expenses moved in the year, by account: in all, and of that what its closings moved. */
  readonly moved: readonly { readonly accountId: string; readonly net: string; readonly closed: string }[];
  readonly runs: number;
  /** The closings that were not taken back. */
  readonly closings: readonly OriginalIntent[];
}
