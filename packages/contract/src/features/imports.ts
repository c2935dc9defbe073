// Files of intents: checked first, so that what becomes of each row is known before anything is posted; then posted by the system.
import * as z from 'zod';
import { IsoDate, limit, line, text, Uuid } from '../fields.ts';
import { AccountReference } from '../row-filters.ts';
import { route } from '../wire.ts';

// Source: decision 0006, rule 18.
export const IMPORT_BYTES_MAX = 10_485_760;
export const IMPORT_ROWS_MAX = 10_000;
export const IMPORT_PAGE_SIZE = 100;

export const ImportKind = z.enum(['intents', 'opening_balances']);
export type ImportKind = z.output<typeof ImportKind>;
export const ImportStatus = z.enum(['checked', 'posting', 'done']);
export type ImportStatus = z.output<typeof ImportStatus>;
/** What would become of an intent when it was checked. */
export const ImportFate = z.enum(['ready', 'duplicate', 'rejected', 'invalid']);
export type ImportFate = z.output<typeof ImportFate>;
export const ImportResult = z.enum(['executed', 'held', 'rejected', 'duplicate', 'refused']);
export type ImportResult = z.output<typeof ImportResult>;

/** Columns of each kind of file. Headers in any case and order; others are refused. */
export const importColumns = {
  intents: {
    required: ['debit_account', 'credit_account', 'amount', 'currency', 'value_date'],
    optional: ['reference', 'narrative', 'use_case'],
  },
  opening_balances: { required: ['account', 'balance'], optional: ['currency', 'narrative'] },
} as const satisfies Readonly<Record<ImportKind, { readonly required: readonly string[]; readonly optional: readonly string[] }>>;

const FileText = z
  .string()
  .min(1, 'The file is empty.')
  .max(IMPORT_BYTES_MAX, 'Use a file of at most 10 MB.')
  .refine((t) => t.isWellFormed() && !t.includes('\u0000'), 'Use a text file in UTF-8.');

export const NewImport = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('intents'),
    file_name: line(200).default(''),
    content: FileText,
    /** Amounts as 1.234,56 rather than 1234.56. */
    decimal_comma: z.boolean().default(false),
  }),
  z.strictObject({
    kind: z.literal('opening_balances'),
    file_name: line(200).default(''),
    content: FileText,
    decimal_comma: z.boolean().default(false),
    value_date: IsoDate,
    /** By currency: the account that the balances are posted against. */
    counter_accounts: z.record(z.string().regex(/^[A-Z]{3}$/, 'Use a 3-letter currency code.'), AccountReference),
  }),
]);

export const Import = z.object({
  id: z.string(),
  kind: ImportKind,
  file_name: z.string(),
  status: ImportStatus,
  created_by: z.string(),
  created_at: z.string(),
  posted_by: z.string().nullable(),
  finished_at: z.string().nullable(),
  /** Intents of the file by what would become of them, and by what did. */
  counts: z.object({
    intents: z.number().int(),
    ready: z.number().int(),
    duplicate: z.number().int(),
    rejected: z.number().int(),
    invalid: z.number().int(),
    posted: z.number().int(),
    executed: z.number().int(),
    /** Waiting for approval when they were posted. */
    held: z.number().int(),
    failed: z.number().int(),
  }),
});
export type Import = z.output<typeof Import>;

export const ImportIntent = z.object({
  /** The first line of the file that it comes from, and how many there are. */
  line: z.number().int(),
  lines: z.number().int(),
  reference: z.string(),
  /** What it says, for people. */
  summary: z.string(),
  fate: ImportFate,
  code: z.string().nullable(),
  /** The sentence for the code, or what is wrong with the row. */
  message: z.string().nullable(),
  result: ImportResult.nullable(),
  intent_id: z.string().nullable(),
  seq: z.number().int().nullable(),
});
export type ImportIntent = z.output<typeof ImportIntent>;

const one = z.object({ import: Import });
const params = z.object({ id: Uuid });

export const imports = {
  check: route({
    method: 'POST',
    path: '/api/internal/imports/check',
    v1: { path: '/api/v1/imports/check' },
    summary: 'Read a file of intents and say what each would come to; nothing is posted',
    needs: 'member',
    grant: 'propose',
    cannotWait: true,
    body: NewImport,
    bodyBytesMax: IMPORT_BYTES_MAX + 65_536,
    ok: one,
    codes: ['IMPORT_UNREADABLE'],
  }),
  list: route({
    method: 'GET',
    path: '/api/internal/imports/list',
    v1: { path: '/api/v1/imports' },
    summary: 'Imports, newest first',
    needs: 'member',
    query: z.strictObject({ limit: limit(500, IMPORT_PAGE_SIZE) }),
    ok: z.object({ imports: z.array(Import) }),
  }),
  get: route({
    method: 'GET',
    path: '/api/internal/imports/:id',
    v1: { path: '/api/v1/imports/:id', page: { items: 'intents', by: 'line' } },
    summary: 'How far an import got, and a page of its intents',
    needs: 'member',
    params,
    query: z.strictObject({
      fate: ImportFate.optional(),
      q: text(120).optional(),
      /** Only intents of later lines: the next page. */
      after: z.coerce.number().int().min(0).default(0),
      limit: limit(1000, IMPORT_PAGE_SIZE),
    }),
    ok: z.object({ import: Import, intents: z.array(ImportIntent) }),
    codes: ['NOT_FOUND'],
  }),
  post: route({
    method: 'POST',
    path: '/api/internal/imports/:id/post',
    v1: { path: '/api/v1/imports/:id/post' },
    summary: 'Post what is ready, in your name; again after an end it goes on with what is left',
    needs: 'member',
    grant: 'propose',
    cannotWait: true,
    params,
    ok: one,
    codes: ['NOT_FOUND', 'IMPORT_STATE'],
  }),
} as const;
