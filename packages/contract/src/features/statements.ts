// The statement of one account: its postings, newest first, each with the balance after it.
import * as z from 'zod';
import { AmountText, IsoDate, limit, text, Uuid } from '../fields.ts';
import { Minor } from '../minor.ts';
import { route } from '../wire.ts';

// Ours.
export const STATEMENT_PAGE_SIZE = 50;
export const STATEMENT_LIMIT_MAX = 500;
export const STATEMENT_TEXT_LENGTH_MAX = 120;

export const StatementLine = z.object({
  seq: z.number().int(),
  /** 1, 2, 3, … within the intent. */
  line: z.number().int(),
  event_id: z.string(),
  intent_id: z.string(),
  value_date: z.string(),
  booked_at: z.string(),
  narrative: z.string(),
  /** The account on the other side. */
  counterparty: z.object({ id: z.string(), code: z.string() }),
  /** A decimal with eight places on the side that was posted, null on the other. */
  debit: z.string().nullable(),
  credit: z.string().nullable(),
  /** After this posting, by booking order: minor units, debit-positive, exact. */
  balance: Minor,
  currency: z.string(),
});
export type StatementLine = z.output<typeof StatementLine>;

const Positive = AmountText.refine((t) => !t.startsWith('-'), 'Use an amount of zero or more.');

/** What of the account is asked for; all of them must hold. */
const filters = {
  /** First and last value date. */
  from: IsoDate.optional(),
  to: IsoDate.optional(),
  /** Smallest and largest amount, whatever the side. */
  min: Positive.optional(),
  max: Positive.optional(),
  /** In the narrative, in any case. */
  q: text(STATEMENT_TEXT_LENGTH_MAX).trim().optional(),
  /** The account on the other side, by id or code. */
  counterparty: text(64).trim().optional(),
};
/** Where the next page begins: `seq.line` of the last line of this one. */
const Cursor = z
  .string()
  .regex(/^[1-9]\d{0,14}\.[1-9]\d{0,3}$/, 'Use `next` of the page before.')
  .optional();

const byId = z.object({ id: Uuid });

export const statements = {
  get: route({
    method: 'GET',
    path: '/api/internal/accounts/:id/statement',
    v1: { path: '/api/v1/accounts/:id/statement' },
    summary: 'Postings of an account, newest first, each with the balance after it; a page at a time',
    needs: 'member',
    params: byId,
    query: z.strictObject({ ...filters, before: Cursor, limit: limit(STATEMENT_LIMIT_MAX, STATEMENT_PAGE_SIZE) }),
    ok: z.object({
      lines: z.array(StatementLine),
      /** `before` of the next page; null on the last. */
      next: z.string().nullable(),
    }),
    codes: ['NOT_FOUND'],
  }),
  totals: route({
    method: 'GET',
    path: '/api/internal/accounts/:id/statement/totals',
    v1: { path: '/api/v1/accounts/:id/statement/totals' },
    summary: 'How many postings a statement has and what they come to on each side',
    needs: 'member',
    params: byId,
    query: z.strictObject(filters),
    ok: z.object({
      count: z.number().int(),
      currency: z.string(),
      /** Decimals with eight places. */
      debit: z.string(),
      credit: z.string(),
      /** By value date: what stood before `from`, and with everything up to `to`. Minor units, debit-positive; null where more than dates filters. */
      opening: Minor.nullable(),
      closing: Minor.nullable(),
    }),
    codes: ['NOT_FOUND'],
  }),
  csv: route({
    method: 'GET',
    path: '/api/internal/accounts/:id/statement.csv',
    v1: { path: '/api/v1/accounts/:id/statement.csv' },
    summary: 'The whole statement as a file: every line that the filters leave, newest first',
    needs: 'member',
    params: byId,
    query: z.strictObject(filters),
    file: 'text/csv',
    ok: z.unknown(),
    codes: ['NOT_FOUND'],
  }),
} as const;
