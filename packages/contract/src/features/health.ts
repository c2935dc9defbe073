import * as z from 'zod';
import { Check } from '../checks.ts';
import { Minor } from '../minor.ts';
import { route } from '../wire.ts';
import { Witness } from './witnesses.ts';

export const HEALTH_FAULTS_MAX = 100;
/** How full the disk of the data directory is when whoever runs the server hears of it. */
export const DISK_ALARM_PERCENTS = [80, 90] as const;

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
  currency: z.string(),
  /** Minor units. */
  reported_balance: Minor,
  derived_balance: Minor,
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
  /** Of the backup that the server makes continuously; null where it makes none. */
  backup: z
    .object({
      /** Everything that was committed until then is in it, and when the whole database was copied last; null: not yet. */
      reached_at: z.string().nullable(),
      copied_at: z.string().nullable(),
      /** The last time that it was restored beside and verified. */
      drill: z
        .object({
          at: z.string(),
          /** Whether nothing was found, in the backup as a whole and in this organisation. */
          ok: z.boolean(),
          /** The last event of this organisation that was restored; null where none was. */
          seq: z.number().int().nullable(),
          /** Seconds before the drill that the backup did not hold, and until the restored database was open; null where it could not be restored. */
          rpo_seconds: z.number().nullable(),
          rto_seconds: z.number().nullable(),
        })
        .nullable(),
    })
    .nullable(),
  /** Who cosigns the log. One that refuses says that it was shown another log before: nothing is `ok` then. */
  witnesses: z.array(Witness.pick({ name: true, state: true, cosigned_to: true, failing_since: true, refused_at: true, last_error: true })),
  /** Of the database that this was read from: whether it can be written to, and where not how far behind it may be (null: not known). */
  database: z.object({ mode: z.enum(['read-write', 'read-only']), replica_age_seconds: z.number().nullable() }),
  /** Of the data directory of the server that answers: how full it is, and from where on nothing is written. */
  disk: z.object({ used_percent: z.number(), full_percent: z.number() }),
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
    path: '/api/internal/health/check',
    v1: { path: '/api/v1/health/check' },
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
    path: '/api/internal/health/loss/accept',
    v1: { path: '/api/v1/health/loss/accept' },
    summary: 'Go on without events that were answered and are lost, after the database went back',
    needs: 'owner',
    evenReadOnly: true,
    body: z.strictObject({ lost_from: z.number().int().min(1), lost_to: z.number().int().min(1) }),
    ok: Health,
    codes: ['FORBIDDEN', 'LOSS_NOT_AS_NAMED'],
  }),
} as const;
