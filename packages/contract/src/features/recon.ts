// Reconciliation: what banks say happened on accounts, held against what was posted to them.

import * as z from 'zod';
import { ReportDay } from '../as-of.ts';
import {
  AccountCode,
  BankFileEncoding,
  CsvColumns,
  LeftOut,
  messages,
  RECON_FILE_BYTES_MAX,
  RECON_ROWS_MAX,
  ReconFormat,
  Source,
  StatementRow,
} from '../bank-files.ts';
import { Done, limit, line, requiredText, text, Uuid } from '../fields.ts';
import {
  Aging,
  BankReconciliation,
  BankRow,
  FedAccount,
  MatchRule,
  OpenReconPosting,
  ReconImport,
  ReconMatch,
  ReconRun,
  ReconSource,
  ReconSuggestion,
  RowState,
} from '../recon-shapes.ts';
import { Continuity } from '../statement-continuity.ts';
import { route } from '../wire.ts';

export const RECON_NOTE_LENGTH_MAX = 500;
export const RECON_PAGE_SIZE = 100;
export const RECON_LIMIT_MAX = 500;
/** Rows and postings that one match of a person may have. */
export const RECON_MATCH_ITEMS_MAX = 500;
/** Matches that are confirmed in one call. */
export const RECON_CONFIRM_MAX = 100;
/** The Unmatched counter: good at 0, warn up to here, bad above. Source: specification §9. */
export const UNMATCHED_WARN_MAX = 5;

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
      /**
       * The source it comes from; else the one that has the bank’s account. What is in another currency goes to the source in that currency with the
       * same account at the bank, or with the same columns.
       */
      source: Source.optional(),
      /** The account it tells about, where no source says so. */
      account_code: AccountCode.optional(),
      /** Of MT940, BAI2 and CSV, which declare none, where it is neither UTF-8 nor Windows-1252. */
      encoding: BankFileEncoding.optional(),
    }),
    takesFile: { bytesMax: RECON_FILE_BYTES_MAX },
    ok: z.object({
      ...counted,
      import_id: z.string().nullable(),
      format: ReconFormat,
      statements: z.number().int(),
      left_out: LeftOut,
      continuity: Continuity,
    }),
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
