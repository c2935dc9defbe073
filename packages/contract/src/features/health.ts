import * as z from 'zod';
import { Check } from '../checks.ts';
import { route } from '../wire.ts';

export const HEALTH_FAULTS_MAX = 100;

const MissingPosting = z.object({ id: z.string(), seq: z.number().int() });
const HashBreak = z.object({
  seq: z.number().int(),
  prev_hash: z.string(),
  expected_prev_hash: z.string(),
  what: z.enum([
    'prev_hash',
    'hash_version',
    'payload_hash',
    'event_hash',
    'event_ts',
    'payload',
    'seq',
    'head',
    'anchor',
    'log_anchored',
    'signed_head',
    'uncovered',
    'checkpoint',
    'key',
    'stored_key',
  ]),
});
const BalanceDrift = z.object({
  id: z.string(),
  code: z.string(),
  /** null: the balance itself; else the day whose movement is not that of its postings. */
  value_date: z.string().nullable(),
  reported_balance: z.string(),
  derived_balance: z.string(),
});

/** `contradictions` and `differences` are those of a replay: events that cannot be, and rows that the events make otherwise. */
const Found = z.object({
  missing_postings: z.number().int(),
  hash_breaks: z.number().int(),
  balance_drift: z.number().int(),
  contradictions: z.number().int(),
  differences: z.number().int(),
});

export const Health = z.object({
  ok: z.boolean(),
  counts: z.object({ events: z.number().int(), postings: z.number().int(), accounts: z.number().int() }),
  invariants: z.object({ missingPostings: z.array(MissingPosting), hashBreaks: z.array(HashBreak), balanceDrift: z.array(BalanceDrift) }),
  /** Signed heads that hold cover the log through here (0: nothing); the seq of the first fault, or null. What lies between is covered by nothing. */
  coverage: z.object({ through: z.number().int(), first_contradiction: z.number().int().nullable() }),
  /** How far the chain has been re-derived, and when; `complete` is false while a long check still runs. */
  checked: z.object({ from_seq: z.number().int(), to_seq: z.number().int(), at: z.string(), complete: z.boolean() }),
  /** Since when a found break keeps the organisation read-only; null where none does. */
  broken_at: z.string().nullable(),
  /** Events that were answered and are not in the log any more; null where none are. Until an owner accepts that, nothing is written. */
  loss: z
    .object({
      lost_from: z.number().int(),
      lost_to: z.number().int(),
      /** Hash and time of the last of them. */
      mark_hash: z.string(),
      mark_ts: z.string(),
      found_at: z.string(),
    })
    .nullable(),
  /** The full check that was asked for last. */
  full: Check.extend({
    /** Whether it found nothing; null until it is done, and where it failed. */
    ok: z.boolean().nullable(),
    /** How many faults of each kind it found, counted up to its limits; null as above. */
    found: Found.nullable(),
  }).nullable(),
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
  /** One at a time: who asks meanwhile is told of that one. */
  check: route({
    method: 'POST',
    path: '/api/v1/health/check',
    summary: 'Check the whole ledger in the background: every hash, signature, posting and balance, and every table by a replay',
    needs: 'member',
    // It looks; what it finds, the system says.
    evenReadOnly: true,
    body: z.strictObject({}).default({}),
    ok: Health,
  }),
  /** What is lost is named: another server may know of more. */
  acceptLoss: route({
    method: 'POST',
    path: '/api/v1/health/loss/accept',
    summary: 'Go on without events that were answered and are lost, after the database went back',
    needs: 'owner',
    evenReadOnly: true,
    body: z.strictObject({ lost_from: z.number().int().min(1), lost_to: z.number().int().min(1) }),
    ok: Health,
    codes: ['FORBIDDEN', 'LOSS_NOT_AS_NAMED'],
  }),
} as const;
