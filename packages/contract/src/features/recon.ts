// Reconciliation: what banks say happened on accounts, held against what was posted to them.
import { parseAmountE8 } from '@countinghouse/kernel/money/amount';
import { parseDate, parseInstant } from '@countinghouse/kernel/time/instant';
import * as z from 'zod';
import { ReportDay } from '../as-of.ts';
import { Currency, Done, limit, line, requiredText, text, Uuid } from '../fields.ts';
import { route } from '../wire.ts';

// Source: decision 0006, rule 18.
export const RECON_FILE_BYTES_MAX = 10 * 1_048_576;
export const RECON_ROWS_MAX = 10_000;
// Source: decision 0043.
export const RECON_FILE_ROWS_MAX = 100_000;
export const RECON_SOURCE_LENGTH_MAX = 120;
export const RECON_NOTE_LENGTH_MAX = 500;
export const RECON_PAGE_SIZE = 100;
export const RECON_LIMIT_MAX = 500;
/** Rows and postings that one match of a person may have. */
export const RECON_MATCH_ITEMS_MAX = 500;
/** Matches that are confirmed in one call. */
export const RECON_CONFIRM_MAX = 100;
/** The Unmatched counter: good at 0, warn up to here, bad above. Source: specification §9. */
export const UNMATCHED_WARN_MAX = 5;

/** The literals of specification §5. */
export const messages = {
  notAnArray: 'Import payload must be valid JSON array',
  empty: 'Provide at least one statement row',
} as const;

export const ReconFormat = z.enum(['json', 'camt.053', 'mt940', 'bai2', 'ofx', 'csv']);
export type ReconFormat = z.output<typeof ReconFormat>;

const Source = requiredText(RECON_SOURCE_LENGTH_MAX, 'Source');
const AccountCode = requiredText(64, 'Account').toUpperCase();

/** A decimal in major units as text, or a number whose shortest decimal form is meant; not zero. */
const RowAmount = z
  .union([z.string().trim().max(40), z.number()], 'Use a decimal or a number.')
  .transform((amount) => String(amount))
  .refine((t) => parseAmountE8(t) !== null, 'Use a decimal with at most 20 digits before and 8 after the point.')
  .refine((t) => parseAmountE8(t) !== 0n, 'A row moves money: use an amount that is not zero.');

const PostedAt = z
  .string()
  .trim()
  .max(40)
  .refine((t) => parseDate(t) !== null || parseInstant(t) !== null, 'Use a date as YYYY-MM-DD, or an instant with its offset (RFC 3339).');

export const StatementRow = z.strictObject({
  /** Which feed it came from. */
  source: Source,
  posted_at: PostedAt,
  account_code: AccountCode,
  /** Positive is money in: a debit on the account. */
  amount: RowAmount,
  currency: Currency,
});
export type StatementRow = z.output<typeof StatementRow>;

/** A column of a CSV file, by its name in the header row (any case) or by its number from 1. */
const Column = z.union([line(120).min(1), z.number().int().min(1).max(500)], 'Use the name of a column, or its number from 1.');
const Marks = z.array(line(40).min(1)).min(1).max(20);
/** Which column of a CSV file says what. `docs/reference/bank-files.md` tells more. */
export const CsvColumns = z
  .strictObject({
    /** Found in the header row if it is not given. */
    delimiter: z.enum([',', ';', '\t', '|']).optional(),
    encoding: z
      .enum([
        'utf-8',
        'utf-16le',
        'utf-16be',
        'windows-1252',
        'iso-8859-15',
        'windows-1250',
        'iso-8859-2',
        'windows-1251',
        'windows-1253',
        'windows-1254',
        'windows-1257',
        'iso-8859-7',
      ])
      .optional(),
    /** The line of the names, from 1; 0: there is none, and columns are numbers. */
    headerRow: z.number().int().min(0).max(200).default(1),
    /** So many rows at the end are sums, not movements. */
    footerRows: z.number().int().min(0).max(200).optional(),
    columns: z.strictObject({
      postedAt: Column,
      valueDate: Column.optional(),
      /** Signed, or with `direction`; else `debit` and `credit`, money out and in. */
      amount: Column.optional(),
      direction: Column.optional(),
      debit: Column.optional(),
      credit: Column.optional(),
      balance: Column.optional(),
      currency: Column.optional(),
      account: Column.optional(),
      reference: Column.optional(),
      bankReference: Column.optional(),
      counterparty: Column.optional(),
      description: z.array(Column).min(1).max(10).optional(),
    }),
    /** `DD.MM.YYYY` and the like. */
    dateFormat: line(40).min(1),
    decimal: z.enum(['.', ',']).default('.'),
    /** What a direction column holds where money came in, and where it went out. */
    directions: z.strictObject({ in: Marks, out: Marks }).optional(),
  })
  .refine(({ columns: c }) => (c.amount !== undefined) !== (c.debit !== undefined && c.credit !== undefined), {
    path: ['columns', 'amount'],
    message: 'Name a column with amounts, or one for money out (debit) and one for money in (credit).',
  });
export type CsvColumns = z.output<typeof CsvColumns>;

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

const PostingRef = z.strictObject({
  seq: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER),
  line: z.number().int().min(1).max(1_000),
});

const Confirmed = z.strictObject({
  row_ids: z.array(Uuid).min(1).max(RECON_MATCH_ITEMS_MAX),
  postings: z.array(PostingRef).min(1).max(RECON_MATCH_ITEMS_MAX),
  note: line(200).default(''),
});

const byId = z.object({ id: Uuid });
const counted = { imported: z.number().int(), duplicates: z.number().int() };
const page = { after: z.coerce.number().int().min(0).max(1_000_000).default(0), limit: limit(RECON_LIMIT_MAX, RECON_PAGE_SIZE) };

export const recon = {
  status: route({
    method: 'GET',
    path: '/api/internal/recon/status',
    v1: { path: '/api/v1/recon/status' },
    summary: 'How many statement rows are matched and how many are not',
    needs: 'member',
    ok: z.object({
      matched: z.number().int(),
      unmatched: z.number().int(),
      /** Of the unmatched: somebody looks into them. */
      exceptions: z.number().int(),
      aging: Aging,
      /** When rows last came in, or were last matched or unmatched. */
      updated_at: z.string().nullable(),
      /** The run that was started last. */
      run: ReconRun.nullable(),
      /** What banks tell about, by code. */
      accounts: z.array(FedAccount),
    }),
  }),
  importRows: route({
    method: 'POST',
    path: '/api/internal/recon/import',
    v1: { path: '/api/v1/recon/import' },
    summary: 'Take in statement rows; what is there already is counted and changes nothing',
    needs: 'member',
    grant: 'post',
    body: z.strictObject({
      rows: z
        .array(StatementRow, messages.notAnArray)
        .min(1, messages.empty)
        .max(RECON_ROWS_MAX, `Use at most ${RECON_ROWS_MAX} rows at a time.`),
    }),
    bodyBytesMax: RECON_FILE_BYTES_MAX,
    ok: z.object({ ...counted, import_id: z.string().nullable() }),
  }),
  importFile: route({
    method: 'POST',
    path: '/api/internal/recon/import/file',
    v1: { path: '/api/v1/recon/import/file' },
    summary: 'Take in a statement file of at most 10 MB: multipart/form-data with one part called file; the format is found by content',
    needs: 'member',
    grant: 'post',
    query: z.strictObject({
      /** The source it comes from; else the one that has the bank’s account. */
      source: Source.optional(),
      /** The account it tells about, where no source says so. */
      account_code: AccountCode.optional(),
    }),
    takesFile: { bytesMax: RECON_FILE_BYTES_MAX },
    ok: z.object({ ...counted, import_id: z.string().nullable(), format: ReconFormat, statements: z.number().int() }),
    codes: ['FILE_TOO_LARGE', 'STATEMENT_UNREADABLE', 'SOURCE_UNKNOWN', 'NOT_FOUND'],
  }),
  match: route({
    method: 'POST',
    path: '/api/internal/recon/match',
    summary: 'Match what is open; after 15 seconds it answers with what is matched so far and goes on by itself',
    needs: 'member',
    ok: z.object({
      /** Rows newly matched. */
      matched: z.number().int(),
      run: ReconRun,
    }),
  }),
  imports: route({
    method: 'GET',
    path: '/api/internal/recon/imports',
    v1: { path: '/api/v1/recon/imports' },
    summary: 'What was imported, the last first',
    needs: 'member',
    query: z.strictObject({ limit: limit(RECON_LIMIT_MAX, 20) }),
    ok: z.object({ imports: z.array(ReconImport) }),
  }),
  rows: route({
    method: 'GET',
    path: '/api/internal/recon/rows',
    v1: { path: '/api/v1/recon/rows', page: { items: 'rows', by: 'place' } },
    summary: 'Statement rows, the oldest first',
    needs: 'member',
    query: z.strictObject({
      /** The one row with this id. */
      id: Uuid.optional(),
      state: RowState.optional(),
      account_id: Uuid.optional(),
      /** In the source, the statement or the account; or an amount. */
      q: text(120).trim().optional(),
      ...page,
    }),
    /** `as_of`: the last event of the log when it was read. */
    ok: z.object({ rows: z.array(BankRow), total: z.number().int(), as_of: z.number().int() }),
  }),
  postings: route({
    method: 'GET',
    path: '/api/internal/recon/postings',
    v1: { path: '/api/v1/recon/postings', page: { items: 'postings', by: 'place' } },
    summary: 'Postings of an account that no row is matched to, the newest first',
    needs: 'member',
    query: z.strictObject({
      account_id: Uuid,
      /** Only within so many days of this one. */
      around: ReportDay.optional(),
      days: z.coerce.number().int().min(0).max(366).default(31),
      ...page,
    }),
    ok: z.object({ postings: z.array(OpenReconPosting) }),
    codes: ['NOT_FOUND'],
  }),
  matches: route({
    method: 'GET',
    path: '/api/internal/recon/matches',
    v1: { path: '/api/v1/recon/matches', page: { items: 'matches', by: 'place' } },
    summary: 'What is matched with what, and why; the last first',
    needs: 'member',
    query: z.strictObject({
      /** The one match with this id. */
      id: Uuid.optional(),
      account_id: Uuid.optional(),
      rule: MatchRule.optional(),
      ...page,
    }),
    ok: z.object({ matches: z.array(ReconMatch) }),
  }),
  suggestions: route({
    method: 'GET',
    path: '/api/internal/recon/suggestions',
    v1: { path: '/api/v1/recon/suggestions' },
    summary: 'What of an account’s 500 latest open rows may belong to which of its postings, for a person to confirm; the surest first',
    needs: 'member',
    query: z.strictObject({ account_id: Uuid }),
    ok: z.object({ suggestions: z.array(ReconSuggestion) }),
    codes: ['NOT_FOUND'],
  }),
  confirm: route({
    method: 'POST',
    path: '/api/internal/recon/matches/confirm',
    v1: { path: '/api/v1/recon/matches/confirm' },
    summary: 'Match rows and postings of one account, several matches at once: all of them or none',
    needs: 'member',
    grant: 'post',
    body: z.strictObject({ account_id: Uuid, matches: z.array(Confirmed).min(1).max(RECON_CONFIRM_MAX) }),
    ok: z.object({ ids: z.array(z.string()) }),
    codes: ['NOT_FOUND', 'RECON_MATCHED', 'RECON_SUM'],
  }),
  matchByHand: route({
    method: 'POST',
    path: '/api/internal/recon/matches',
    v1: { path: '/api/v1/recon/matches' },
    summary: 'Match rows and postings of one account that come to the same amount',
    needs: 'member',
    grant: 'post',
    body: z
      .strictObject({
        account_id: Uuid,
        row_ids: z.array(Uuid).max(RECON_MATCH_ITEMS_MAX),
        postings: z.array(PostingRef).max(RECON_MATCH_ITEMS_MAX),
        note: line(200).default(''),
      })
      .refine((m) => m.row_ids.length + m.postings.length >= 2, { path: ['row_ids'], message: 'Choose at least two rows or postings.' }),
    ok: z.object({ id: z.string() }),
    codes: ['NOT_FOUND', 'RECON_MATCHED', 'RECON_SUM'],
  }),
  unmatch: route({
    method: 'POST',
    path: '/api/internal/recon/matches/:id/unmatch',
    v1: { path: '/api/v1/recon/matches/:id/unmatch' },
    summary: 'Undo one match',
    needs: 'member',
    grant: 'post',
    params: byId,
    ok: Done,
    codes: ['NOT_FOUND'],
  }),
  setException: route({
    method: 'POST',
    path: '/api/internal/recon/rows/:id/exception',
    summary: 'Note that a row is looked into, by whom and why',
    needs: 'member',
    params: byId,
    body: z.strictObject({ note: requiredText(RECON_NOTE_LENGTH_MAX, 'Note'), owner_id: text(64).trim().min(1).nullish() }),
    ok: Done,
    codes: ['NOT_FOUND', 'RECON_MATCHED'],
  }),
  clearException: route({
    method: 'POST',
    path: '/api/internal/recon/rows/:id/exception/clear',
    summary: 'A row needs no looking into any more',
    needs: 'member',
    params: byId,
    ok: Done,
    codes: ['NOT_FOUND'],
  }),
  sources: route({
    method: 'GET',
    path: '/api/internal/recon/sources',
    v1: { path: '/api/v1/recon/sources' },
    summary: 'Feeds of statements and the accounts they tell about',
    needs: 'member',
    ok: z.object({ sources: z.array(ReconSource) }),
  }),
  saveSource: route({
    method: 'POST',
    path: '/api/internal/recon/sources',
    v1: { path: '/api/v1/recon/sources' },
    summary: 'Say which account a feed tells about, and how its CSV is read; replaces what was said under that name',
    needs: 'admin',
    grant: 'admin',
    body: z.strictObject({
      name: Source,
      account_code: AccountCode,
      bank_account: line(64)
        .transform((t) => t.replaceAll(' ', '').toUpperCase())
        .nullish(),
      csv: CsvColumns.nullish(),
    }),
    ok: Done,
    codes: ['CODE_TAKEN'],
  }),
  removeSource: route({
    method: 'POST',
    path: '/api/internal/recon/sources/remove',
    v1: { path: '/api/v1/recon/sources/remove' },
    summary: 'Forget a feed; what came in from it stays',
    needs: 'admin',
    grant: 'admin',
    body: z.strictObject({ name: Source }),
    ok: Done,
    codes: ['NOT_FOUND'],
  }),
  statement: route({
    method: 'GET',
    path: '/api/internal/recon/statement',
    v1: { path: '/api/v1/recon/statement' },
    summary:
      'Bank reconciliation statement of an account on a day: what the books hold, what the bank says, and what explains the difference',
    needs: 'member',
    query: z.strictObject({ account_id: Uuid, date: ReportDay }),
    ok: BankReconciliation,
    codes: ['NOT_FOUND'],
  }),
} as const;
