// Accounting periods: ranges of value dates that are closed. closing → locked → published.
import * as z from 'zod';
import { ReportDay } from '../as-of.ts';
import { Done, line, requiredText, Sha256Hex, Uuid } from '../fields.ts';
import { HeldChange } from '../held.ts';
import { Minor } from '../minor.ts';
import { route } from '../wire.ts';
import { SnapshotKind } from './snapshots.ts';

/** Source: decision 0025. */
export const EVIDENCE_REF_LENGTH_MAX = 200;
export const STATEMENT_URI_LENGTH_MAX = 500;
export const REASON_LENGTH_MAX = 500;

export const PeriodStatus = z.enum(['closing', 'locked', 'published']);
export type PeriodStatus = z.output<typeof PeriodStatus>;

const EvidenceRef = line(EVIDENCE_REF_LENGTH_MAX)
  .nullish()
  .transform((ref) => ref || null);
const range = { period_start: ReportDay, period_end: ReportDay };

export const StartClose = z.strictObject({
  ...range,
  valuation_snapshot_id: Uuid,
  /** Where it is named, the snapshot must be of it. */
  snapshot_kind: SnapshotKind.nullish(),
  evidence_ref: EvidenceRef,
});

export const LockClose = z
  .strictObject({
    ...range,
    adjustments_snapshot_id: Uuid.nullish(),
    adjustments_snapshot_kind: SnapshotKind.nullish(),
    /** The last adjustment that was seen: the log must have this event at this seq. */
    adjusting_event_id: Uuid.nullish(),
    adjusting_event_seq: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER).nullish(),
    evidence_ref: EvidenceRef,
  })
  .refine((body) => (body.adjusting_event_id ?? null) === null || (body.adjusting_event_seq ?? null) !== null, {
    path: ['adjusting_event_seq'],
    message: 'Give the seq of the adjusting event with its id.',
  })
  .refine((body) => (body.adjusting_event_seq ?? null) === null || (body.adjusting_event_id ?? null) !== null, {
    path: ['adjusting_event_id'],
    message: 'Give the id of the adjusting event with its seq.',
  });

export const PublishClose = z.strictObject({
  ...range,
  /** Where the statement is to be had; without one the server makes it and keeps it. */
  statement_uri: line(STATEMENT_URI_LENGTH_MAX)
    .nullish()
    .transform((uri) => uri || null),
  evidence_ref: EvidenceRef,
});

export const ReopenClose = z.strictObject({ ...range, reason: requiredText(REASON_LENGTH_MAX, 'Reason'), evidence_ref: EvidenceRef });

export const Period = z.object({
  id: z.string(),
  period_code: z.string(),
  period_start: z.string(),
  period_end: z.string(),
  status: PeriodStatus,
  started_at: z.string(),
  started_by: z.string(),
  started_seq: z.number().int(),
  valuation_snapshot_id: z.string(),
  snapshot_kind: SnapshotKind,
  start_evidence_ref: z.string().nullable(),
  locked_at: z.string().nullable(),
  locked_by: z.string().nullable(),
  locked_seq: z.number().int().nullable(),
  lock_evidence_ref: z.string().nullable(),
  adjustments_snapshot_id: z.string().nullable(),
  adjustments_snapshot_kind: SnapshotKind.nullable(),
  adjusting_event_id: z.string().nullable(),
  adjusting_event_seq: z.number().int().nullable(),
  /** SHA-256 of the canonical trial balance that the lock sealed. */
  trial_balance_sha256: z.string().nullable(),
  accounts_count: z.number().int().nullable(),
  accounts_sha256: z.string().nullable(),
  published_at: z.string().nullable(),
  published_by: z.string().nullable(),
  published_seq: z.number().int().nullable(),
  publish_evidence_ref: z.string().nullable(),
  statement_uri: z.string().nullable(),
  reopened_at: z.string().nullable(),
  reopened_by: z.string().nullable(),
  reopened_seq: z.number().int().nullable(),
  /** The statement as the server made it; none where its URI was given. */
  files: z.array(z.object({ format: z.enum(['csv', 'pdf']), sha256: Sha256Hex, size_bytes: z.number().int() })),
});
export type Period = z.output<typeof Period>;

/** Minor units, debit-positive, exact. */
const TrialLine = z.object({
  gl_account_id: z.string(),
  code: z.string(),
  title: z.string(),
  currency: z.string(),
  minorUnits: z.number().int(),
});

/** What a period still waits for, or what was done in it. At most 20 of each are named. */
export const PeriodWork = z.object({
  /** Intents of open holds that are valued in it: they keep it from being locked. */
  open_holds: z.array(z.string()),
  /** What waits for approval and is valued in it keeps it from being locked; without an intent: a re-opening that waits. */
  pending_approvals: z.array(z.object({ id: z.string(), intent_id: z.string().nullable() })),
  /** Posted into it since the close began, the last first. */
  adjustments: z.array(z.object({ intent_id: z.string(), event_id: z.string(), seq: z.number().int(), event_ts: z.string() })),
  adjustment_count: z.number().int(),
  /** Recurring intents whose next day is in it. */
  schedules: z.array(z.object({ id: z.string(), name: z.string(), status: z.string(), next_on: z.string() })),
  /** Imports with intents that are not posted yet, whatever their days. */
  imports: z.array(z.object({ id: z.string(), file_name: z.string(), waiting: z.number().int() })),
  /** Accounts with statement rows up to its last day, and to how many of these no posting is matched. */
  bank_rows: z.array(z.object({ account_id: z.string(), account_code: z.string(), unmatched: z.number().int() })),
  /** How often it was revalued, and how many accounts in a foreign currency hold something now. */
  revaluation: z.object({ runs: z.number().int(), last_at: z.string().nullable(), foreign_accounts: z.number().int() }),
});
export type PeriodWork = z.output<typeof PeriodWork>;

export const PeriodComparison = z.object({
  a: Period,
  b: Period,
  lines: z.array(TrialLine.extend({ a: Minor, b: Minor, difference: Minor })),
});
export type PeriodComparison = z.output<typeof PeriodComparison>;

const params = z.object({ id: Uuid });
const changed = z.object({ period: Period });

export const periods = {
  list: route({
    method: 'GET',
    path: '/api/internal/periods/list',
    v1: { path: '/api/v1/periods' },
    summary: 'Accounting periods, the latest first',
    needs: 'member',
    ok: z.object({ periods: z.array(Period) }),
  }),
  start: route({
    method: 'POST',
    path: '/api/v1/periods/close/start',
    summary: 'Begin to close a period: what is posted into it from now on is marked as an adjustment',
    needs: 'owner',
    body: StartClose,
    ok: changed,
    codes: ['PERIOD_STATE', 'PERIOD_OVERLAP', 'SNAPSHOT_NOT_FOUND'],
  }),
  lock: route({
    method: 'POST',
    path: '/api/v1/periods/close/lock',
    summary: 'Lock a period at once: nothing is posted into it any more, and its trial balance is sealed',
    needs: 'owner',
    body: LockClose,
    ok: changed,
    codes: ['NOT_FOUND', 'PERIOD_STATE', 'SNAPSHOT_NOT_FOUND', 'POLICY_REJECTED'],
  }),
  publish: route({
    method: 'POST',
    path: '/api/v1/periods/close/publish',
    summary: 'Publish the statement of a locked period; without a URI the server makes it as CSV and PDF and keeps it',
    needs: 'owner',
    body: PublishClose,
    ok: changed,
    codes: ['PERIOD_STATE'],
  }),
  reopen: route({
    method: 'POST',
    path: '/api/internal/periods/reopen',
    v1: { path: '/api/v1/periods/reopen' },
    summary: 'Ask to open the last locked period again; done once another owner approves',
    needs: 'owner',
    body: ReopenClose,
    ok: Done,
    also: { 202: HeldChange },
    codes: ['PERIOD_STATE', 'CHANGE_PENDING'],
  }),
  get: route({
    method: 'GET',
    path: '/api/internal/periods/:id',
    v1: { path: '/api/v1/periods/:id' },
    summary: 'A period with the trial balance that its lock sealed, and what it waits for',
    needs: 'member',
    params,
    ok: z.object({ period: Period, balances: z.array(TrialLine.extend({ balance: Minor })), work: PeriodWork }),
    codes: ['NOT_FOUND'],
  }),
  compare: route({
    method: 'GET',
    path: '/api/internal/periods/:id/compare/:other',
    v1: { path: '/api/v1/periods/:id/compare/:other' },
    summary: 'Two sealed trial balances side by side, and what the second has more',
    needs: 'member',
    params: params.extend({ other: Uuid }),
    query: z.strictObject({ format: z.enum(['json', 'csv']).default('json') }),
    ok: PeriodComparison,
    codes: ['NOT_FOUND', 'PERIOD_STATE'],
  }),
  statement: route({
    method: 'GET',
    path: '/api/internal/periods/:id/statement/:format',
    v1: { path: '/api/v1/periods/:id/statement/:format' },
    summary: 'The published statement as the server made it, its hash checked before the first byte',
    needs: 'member',
    params: params.extend({ format: z.enum(['csv', 'pdf']) }),
    file: 'application/octet-stream',
    ok: z.unknown(),
    codes: ['NOT_FOUND', 'STATEMENT_DAMAGED'],
  }),
} as const;
