// What is matched: rows of a bank, and the sides of postings that lie on the account. Both in an order that does not depend on how they were found.

export interface OpenRow {
  readonly id: string;
  /** Days since 1970 of the day it counts for. */
  readonly day: number;
  /** As `posted_at` of the row: orders rows of one day. */
  readonly at: string;
  /** Positive is money in. */
  readonly amountE8: bigint;
}

export interface OpenPosting {
  readonly seq: number;
  readonly line: number;
  /** Days since 1970 of its value date. */
  readonly day: number;
  /** What it does to the account: positive where it debits it. */
  readonly amountE8: bigint;
  /** Whether its intent was taken back, or takes one back: it comes after its equals. */
  readonly reversed: boolean;
}

export const compareRows = (a: OpenRow, b: OpenRow): number =>
  a.day - b.day || (a.at === b.at ? 0 : a.at < b.at ? -1 : 1) || (a.id < b.id ? -1 : 1);

export const comparePostings = (a: OpenPosting, b: OpenPosting): number =>
  a.day - b.day || (a.reversed === b.reversed ? 0 : a.reversed ? 1 : -1) || a.seq - b.seq || a.line - b.line;
