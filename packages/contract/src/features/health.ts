import * as z from 'zod';
import { route } from '../wire.ts';

export const HEALTH_FAULTS_MAX = 100;

const MissingPosting = z.object({ id: z.string(), seq: z.number().int() });
const HashBreak = z.object({
  seq: z.number().int(),
  prev_hash: z.string(),
  expected_prev_hash: z.string(),
  what: z.enum(['prev_hash', 'hash_version', 'payload_hash', 'event_hash', 'seq', 'head']),
});
const BalanceDrift = z.object({
  id: z.string(),
  code: z.string(),
  /** null: the balance itself; else the day whose movement is not that of its postings. */
  value_date: z.string().nullable(),
  reported_balance: z.string(),
  derived_balance: z.string(),
});

export const Health = z.object({
  ok: z.boolean(),
  counts: z.object({ events: z.number().int(), postings: z.number().int(), accounts: z.number().int() }),
  invariants: z.object({ missingPostings: z.array(MissingPosting), hashBreaks: z.array(HashBreak), balanceDrift: z.array(BalanceDrift) }),
  /** How far the chain has been re-derived, and when; `complete` is false while a long check still runs. */
  checked: z.object({ from_seq: z.number().int(), to_seq: z.number().int(), at: z.string(), complete: z.boolean() }),
});
export type Health = z.output<typeof Health>;

export const health = {
  get: route({
    method: 'GET',
    path: '/api/v1/health',
    summary: 'Re-derives postings, hashes and balances of the organisation and reports every difference',
    needs: 'member',
    ok: Health,
  }),
} as const;
