import type { JsonObject } from '../canonical/jcs.ts';

/** How rows came in: as JSON, or as the file format that was found. */
export type ReconFormat = 'json' | 'camt.053' | 'mt940' | 'bai2' | 'ofx' | 'csv';

/** A feed of rows: which account it tells about, and how its CSV is read. Replaced as a whole. */
export type ReconSourceSaved = {
  readonly name: string;
  readonly account_id: string;
  /** As the bank names the account in its files: an IBAN or a number without blanks. */
  readonly bank_account: string | null;
  /** In its place, where its words are beside the log: the token of these. */
  readonly bank_account_token?: string;
  /** The columns of its CSV files, as the contract has them. */
  readonly csv: JsonObject | null;
};

export type ReconSourceRemoved = { readonly name: string };

/** One statement of an import. Balances are decimals with eight places, positive is money of ours. */
export type ReconStatement = {
  readonly id: string;
  readonly source: string;
  readonly account_id: string;
  /** As the bank numbers it; empty where it does not. */
  readonly reference: string;
  readonly opening_balance: string | null;
  readonly closing_balance: string | null;
  readonly from_on: string | null;
  readonly to_on: string | null;
  /** New rows. */
  readonly rows: number;
  /** Rows that were there already. */
  readonly duplicates: number;
};

export type ReconImported = {
  readonly id: string;
  readonly format: ReconFormat;
  /** Of the file; null for rows that came as JSON. */
  readonly file_sha256: string | null;
  readonly statements: readonly ReconStatement[];
};

/** What the bank says happened on an account. Its words are beside the log, under a token. */
export type ReconRow = {
  /** Follows from the content: the same row in another import has the same id. */
  readonly id: string;
  readonly statement_id: string;
  /** A date, or an instant in UTC. */
  readonly posted_at: string;
  /** The day it counts for: that of the bank where its file tells one, else the UTC day. */
  readonly posted_on: string;
  /** Eight decimals, never zero; positive is money in, a debit on the account. */
  readonly amount: string;
  /** Its place in the file, or among the rows, from 1. */
  readonly line: number;
  readonly words_token: string | null;
};

/** The new rows of an import, in parts. */
export type ReconRowsAdded = { readonly import_id: string; readonly rows: readonly ReconRow[] };

export type MatchRule = 'one_to_one' | 'one_intent' | 'one_to_many' | 'many_to_one' | 'manual';

export type ReconMatch = {
  readonly id: string;
  readonly account_id: string;
  readonly rule: MatchRule;
  /** 1–100, how sure the rule is; null where a person matched. */
  readonly score: number | null;
  /** For people. */
  readonly reason: string;
  /** The last day of its rows and postings: until then it is not whole. */
  readonly last_on: string;
  readonly row_ids: readonly string[];
  readonly postings: readonly { readonly seq: number; readonly line: number }[];
};

export type ReconMatched = {
  /** The run that found them; null where a person matched. */
  readonly run_id: string | null;
  readonly matches: readonly ReconMatch[];
};

export type ReconUnmatched = { readonly match_id: string };

/** A row that is looked into: by whom, and why. */
export type ReconExceptionSet = {
  readonly row_id: string;
  readonly owner_id: string | null;
  /** The note is beside the log. */
  readonly note_token: string;
};

export type ReconExceptionCleared = { readonly row_id: string };

export interface ReconEvents {
  readonly 'recon_source.saved': ReconSourceSaved;
  readonly 'recon_source.removed': ReconSourceRemoved;
  readonly 'recon.imported': ReconImported;
  readonly 'recon.rows_added': ReconRowsAdded;
  readonly 'recon.matched': ReconMatched;
  readonly 'recon.unmatched': ReconUnmatched;
  readonly 'recon.exception_set': ReconExceptionSet;
  readonly 'recon.exception_cleared': ReconExceptionCleared;
}
