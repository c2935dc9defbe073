// Revaluation: accounts in a foreign currency at the end of a period that is closing, posted by the system and taken back the day after.
import * as z from 'zod';
import { ReportDay } from '../as-of.ts';
import { Uuid } from '../fields.ts';
import { Minor, minorOf } from '../minor.ts';
import { route } from '../wire.ts';
import { Period } from './periods.ts';
import { SnapshotKind } from './snapshots.ts';

const Derived = z.enum(['none', 'inverse', 'cross']);

/** A rate as it was given, on the way from the account's currency to the base currency. */
const RateLeg = z.object({
  base_currency: z.string(),
  quote_currency: z.string(),
  rate: z.string(),
  asof: z.string(),
  source: z.string(),
  /** Whether it is used from its quote to its base currency. */
  inverted: z.boolean(),
});

const InBase = minorOf('base_currency');

/** Amounts in minor units, debit-positive, exact. */
export const RevaluationLine = z.object({
  account_id: z.string(),
  code: z.string(),
  entity_id: z.string().nullable(),
  entity_code: z.string().nullable(),
  currency: z.string(),
  minorUnits: z.number().int(),
  /** Of its entity, else the reporting currency. */
  base_currency: z.string(),
  baseMinorUnits: z.number().int(),
  /** What it held on the last day, in its own currency. */
  balance: Minor,
  /** What that was booked at, in the base currency: at the rates of the days it came in, what went out at the average. */
  carrying: InBase,
  /** One unit of the currency in the base currency; null where the snapshot has none. */
  rate: z.object({ rate: z.string(), derived: Derived, via: z.string().nullable(), legs: z.array(RateLeg) }).nullable(),
  /** What it is worth at the rate; null without one. */
  valued: InBase.nullable(),
  /** Worth less carrying value. */
  difference: InBase.nullable(),
  /** What is posted for the period. */
  posted: InBase,
  /** What another run would post. */
  left: InBase,
  /** Of a deactivated entity: it is left as it is. */
  inactive: z.boolean(),
});
export type RevaluationLine = z.output<typeof RevaluationLine>;

export const RevaluationRun = z.object({
  run: z.number().int(),
  seq: z.number().int(),
  valuation_snapshot_id: z.string(),
  snapshot_kind: SnapshotKind,
  /** The last event whose postings counted. */
  known_at_seq: z.number().int(),
  /** How many accounts were posted to. */
  accounts: z.number().int(),
  posted_at: z.string(),
  posted_by: z.string(),
  /** Posted for the last day; each with the intent that took it back on the day after. */
  intents: z.array(z.object({ intent_id: z.string(), reversed_by: z.string().nullable() })),
});
export type RevaluationRun = z.output<typeof RevaluationRun>;

/** Why it may not be posted now: a code of the catalogue. */
export const Barred = z.object({ code: z.string(), message: z.string(), details: z.unknown().optional() });

export const Revaluation = z.object({
  period: Period,
  /** What it is, or would be, valued by. */
  snapshot: z.object({ id: z.string(), kind: SnapshotKind, label: z.string(), effective_at: z.string() }).nullable(),
  /** While the period is closing as they would be posted now, afterwards as they were. By code. */
  lines: z.array(RevaluationLine),
  /** The last first. */
  runs: z.array(RevaluationRun),
  /** null while it may be posted. */
  barred: Barred.nullable(),
});
export type Revaluation = z.output<typeof Revaluation>;

const snapshot = {
  /** Another snapshot than that of the period, where that has no rate or a wrong one. */
  valuation_snapshot_id: Uuid.nullish(),
};

export const revaluations = {
  get: route({
    method: 'GET',
    path: '/api/internal/periods/:id/revaluation',
    v1: { path: '/api/v1/periods/:id/revaluation' },
    summary: 'What a revaluation of the period comes to, account by account, and what was posted',
    needs: 'member',
    params: z.object({ id: Uuid }),
    query: z.strictObject(snapshot),
    ok: z.object({ revaluation: Revaluation }),
    codes: ['NOT_FOUND', 'SNAPSHOT_NOT_FOUND'],
  }),
  post: route({
    method: 'POST',
    path: '/api/internal/periods/revalue',
    v1: { path: '/api/v1/periods/revalue' },
    summary: 'Revalue the foreign accounts of a period that is closing; taken back the day after. Again, it posts what has changed',
    needs: 'owner',
    body: z.strictObject({ period_start: ReportDay, period_end: ReportDay, ...snapshot }),
    ok: z.object({ revaluation: Revaluation }),
    codes: ['PERIOD_STATE', 'SNAPSHOT_NOT_FOUND', 'FX_RATE_MISSING', 'ACCOUNT_CLOSED'],
  }),
} as const;
