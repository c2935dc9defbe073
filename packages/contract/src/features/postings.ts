// Postings of the whole ledger, as they were booked: each row that moved money from one account to another. (The statement of one account is `statements`.)
import * as z from 'zod';
import { limit, text } from '../fields.ts';
import { intentRowFilters, ListFile } from '../row-filters.ts';
import { route } from '../wire.ts';
import { IntentId } from './intents.ts';

export const POSTINGS_LIST_MAX = 500;
const POSTINGS_LIST_DEFAULT = 100;
/** How many postings one call looks at, newest first and at most, before it answers with what it found and where to go on. Source: decisions 0112 and 0209. */
export const POSTINGS_SCANNED_MAX = 10_000;

const Side = z.object({
  account_id: z.string(),
  account_code: z.string(),
  /** Decimal, debit-positive, right after this posting. */
  balance_after: z.string(),
});

export const ListedPosting = z.object({
  /** Its event, and its row there, from 1: the place in the log. */
  seq: z.number().int(),
  line: z.number().int(),
  intent_id: z.string(),
  booked_at: z.string(),
  value_date: z.string(),
  /** Decimal with eight places, above zero. */
  amount: z.string(),
  currency: z.string(),
  narrative: z.string(),
  debit: Side,
  credit: Side,
});
export type ListedPosting = z.output<typeof ListedPosting>;

/** Which postings; all of them must hold. What is not there leaves none out. */
const postingFilters = {
  ...intentRowFilters,
  intent_id: IntentId.optional(),
  /** Part of the narrative, or of the reference of the intent's consent, whatever its case. */
  q: text(120).trim().optional(),
};

export const postings = {
  list: route({
    method: 'GET',
    path: '/api/v1/postings',
    summary: 'Postings of all accounts, the latest booked first',
    needs: 'member',
    query: z.strictObject({
      ...postingFilters,
      limit: limit(POSTINGS_LIST_MAX, POSTINGS_LIST_DEFAULT),
      /** The `next` of the page before. */
      after: z
        .string()
        .regex(/^[1-9][0-9]{0,14}\.[1-9][0-9]{0,3}$/, 'Use the `next` of the page before.')
        .optional(),
    }),
    /** `next`: null at the end. A page may have fewer than `limit`, or none, and still go on: a call looks for so long, and at 10,000 postings at most. */
    ok: z.object({ postings: z.array(ListedPosting), next: z.string().nullable() }),
    codes: ['NOT_FOUND'],
  }),
  export: route({
    method: 'GET',
    path: '/api/v1/postings/export/:format',
    summary: 'All postings that the filters leave, the latest booked first, as a file: CSV, or a posting a line as JSON',
    needs: 'member',
    params: ListFile,
    query: z.strictObject(postingFilters),
    file: 'application/octet-stream',
    ok: z.unknown(),
    codes: ['NOT_FOUND'],
  }),
} as const;
