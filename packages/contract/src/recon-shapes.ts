// What is told of reconciliation: sources, imports, rows of banks, what is matched with what, and the statement of an account.

import * as z from 'zod';
import { CsvColumns, ReconFormat } from './bank-files.ts';

export const ReconSource = z.object({
  name: z.string(),
  account_id: z.string(),
  account_code: z.string(),
  currency: z.string(),
  /** As the bank names the account in its files. */
  bank_account: z.string().nullable(),
  csv: CsvColumns.nullable(),
  saved_at: z.string(),
  saved_by: z.string(),
});
export type ReconSource = z.output<typeof ReconSource>;

export const ReconRun = z.object({
  id: z.string(),
  status: z.enum(['running', 'done']),
  started_by: z.string(),
  started_at: z.string(),
  finished_at: z.string().nullable(),
  /** Rows that were open when it began, that it has looked at, and that it matched. */
  rows_total: z.number().int(),
  rows_done: z.number().int(),
  rows_matched: z.number().int(),
  matches: z.number().int(),
});
export type ReconRun = z.output<typeof ReconRun>;

export const ReconStatementSummary = z.object({
  id: z.string(),
  source: z.string(),
  account_id: z.string(),
  account_code: z.string(),
  currency: z.string(),
  reference: z.string(),
  opening_balance: z.string().nullable(),
  closing_balance: z.string().nullable(),
  from_on: z.string().nullable(),
  to_on: z.string().nullable(),
  rows: z.number().int(),
  duplicates: z.number().int(),
});

export const ReconImport = z.object({
  id: z.string(),
  format: ReconFormat,
  file_sha256: z.string().nullable(),
  imported_at: z.string(),
  imported_by: z.string(),
  seq: z.number().int(),
  statements: z.array(ReconStatementSummary),
});
export type ReconImport = z.output<typeof ReconImport>;

export const RowState = z.enum(['unmatched', 'exception', 'matched']);
export type RowState = z.output<typeof RowState>;

export const ReconException = z.object({
  /** Who looks into it. */
  owner_id: z.string().nullable(),
  note: z.string(),
  set_at: z.string(),
  set_by: z.string(),
});

export const MatchRule = z.enum(['one_to_one', 'one_intent', 'one_to_many', 'many_to_one', 'manual']);
export type MatchRule = z.output<typeof MatchRule>;

const RowBase = z.object({
  id: z.string(),
  source: z.string(),
  /** The statement it came in. */
  statement: z.string(),
  line: z.number().int(),
  account_id: z.string(),
  account_code: z.string(),
  currency: z.string(),
  posted_at: z.string(),
  posted_on: z.string(),
  /** A decimal with eight places; positive is money in. */
  amount: z.string(),
  /** Words of the bank; empty where there are none, `erased` once erased. */
  reference: z.string(),
  description: z.string(),
  counterparty: z.string(),
});

const PostingBase = z.object({
  seq: z.number().int(),
  line: z.number().int(),
  intent_id: z.string(),
  value_date: z.string(),
  narrative: z.string(),
  counterparty: z.object({ id: z.string(), code: z.string() }),
  /** What it does to the account: a decimal with eight places, positive where it debits it. */
  amount: z.string(),
  currency: z.string(),
  /** Whether its intent was taken back, or takes one back. */
  reversed: z.boolean(),
});

export const OpenReconPosting = PostingBase;
export type OpenReconPosting = z.output<typeof OpenReconPosting>;

export const MatchTold = z.object({
  id: z.string(),
  rule: MatchRule,
  /** 1–100, how sure the rule is; null where a person matched. */
  score: z.number().int().nullable(),
  reason: z.string(),
  matched_at: z.string(),
  matched_by: z.string(),
  seq: z.number().int(),
});

export const BankRow = RowBase.extend({
  state: RowState,
  /** Whole days from `posted_on` to today (UTC); of a matched row to the day of its match. */
  age_days: z.number().int(),
  match: MatchTold.nullable(),
  exception: ReconException.nullable(),
});
export type BankRow = z.output<typeof BankRow>;

export const ReconMatch = MatchTold.extend({
  account_id: z.string(),
  account_code: z.string(),
  currency: z.string(),
  rows: z.array(RowBase),
  postings: z.array(PostingBase),
});
export type ReconMatch = z.output<typeof ReconMatch>;

/** How old open rows are, by days since they were posted. */
export const Aging = z.object({
  days_0_7: z.number().int(),
  days_8_30: z.number().int(),
  days_31_90: z.number().int(),
  days_over_90: z.number().int(),
});
export type Aging = z.output<typeof Aging>;

/** `exact`: amount and day, and nothing else fits. `likely`: something differs, or several fit. `sum`: several make one. */
export const Certainty = z.enum(['exact', 'likely', 'sum']);
export type Certainty = z.output<typeof Certainty>;

export const ReconSuggestion = z.object({
  certainty: Certainty,
  reason: z.string(),
  rows: z.array(RowBase),
  postings: z.array(PostingBase),
});
export type ReconSuggestion = z.output<typeof ReconSuggestion>;

/** An account that a bank tells about. */
export const FedAccount = z.object({
  id: z.string(),
  code: z.string(),
  currency: z.string(),
  /** Open rows. */
  unmatched: z.number().int(),
});
export type FedAccount = z.output<typeof FedAccount>;

const OpenItems = <T extends z.ZodType>(item: T) =>
  z.object({
    count: z.number().int(),
    sum: z.string(),
    /** The oldest first; at most RECON_LIMIT_MAX. */
    items: z.array(item),
  });

export const BankReconciliation = z.object({
  account: z.object({ id: z.string(), code: z.string(), currency: z.string() }),
  date: z.string(),
  /** By value date, debit-positive. All amounts are decimals with eight places. */
  book_balance: z.string(),
  /** What the bank says; null where no statement tells a balance. */
  bank_balance: z.string().nullable(),
  /** Which statement that follows from, and on which day it ended or began. */
  bank_balance_from: z.object({ statement: z.string(), source: z.string(), on: z.string() }).nullable(),
  /** The first day that any statement covers; null without one. */
  since: z.string().nullable(),
  /** What the books held before that day less what the first statement opens with: carried along, not explained here. */
  before: z.string().nullable(),
  /** At the bank, not in the books. */
  rows: OpenItems(RowBase),
  /** In the books, not at the bank. */
  postings: OpenItems(PostingBase),
  /** Book balance less the bank's, its open rows taken out, open postings and what was before put in; zero where nothing is missing. */
  difference: z.string().nullable(),
});
export type BankReconciliation = z.output<typeof BankReconciliation>;
