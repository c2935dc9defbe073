// Accounting periods: ranges of value dates of the whole organisation that are closed one after the other.

import type { PolicyResult } from '../policies/record.ts';
import type { SnapshotKind } from '../snapshots/events.ts';

export type PeriodStatus = 'closing' | 'locked' | 'published';

type PeriodNamed = {
  readonly id: string;
  /** YYYY-MM, YYYY-Qn, YYYY, or `start_end`. */
  readonly period_code: string;
  /** First and last value date, both in it. */
  readonly period_start: string;
  readonly period_end: string;
  /** Where the evidence is kept, in the words of whoever closes. */
  readonly evidence_ref: string | null;
};

/** From here on what is posted into the range is marked as an adjustment. */
export type PeriodClosing = PeriodNamed & {
  readonly valuation_snapshot_id: string;
  readonly snapshot_kind: SnapshotKind;
};

/** What a GL account held in one currency at the end of the period. */
export type TrialBalanceLine = {
  readonly gl_account_id: string;
  readonly code: string;
  readonly title: string;
  readonly currency: string;
  /** Debit-positive, eight decimals. */
  readonly balance: string;
};

export type TrialBalance = {
  /** The last value date that counts. */
  readonly as_of: string;
  /** The last event that counts: the one before the lock. */
  readonly known_at_seq: number;
  /** By GL account code, then currency. Each currency comes to zero. */
  readonly lines: readonly TrialBalanceLine[];
  /** SHA-256 of the canonical lines. */
  readonly sha256: string;
  /** The accounts behind the lines: how many, and SHA-256 of their canonical `{account_id, balance, code, currency}` by code. */
  readonly accounts: { readonly count: number; readonly sha256: string };
};

/** From here on nothing is posted into the range. */
export type PeriodLocked = PeriodNamed & {
  readonly adjustments_snapshot_id: string | null;
  readonly adjustments_snapshot_kind: SnapshotKind | null;
  /** The last adjustment, as whoever locks has seen it. */
  readonly adjusting_event: { readonly event_id: string; readonly seq: number } | null;
  readonly trial_balance: TrialBalance;
  /** What the policies said, where there were any. */
  readonly policies?: { readonly results: readonly PolicyResult[] };
};

export type StatementFile = {
  readonly format: 'csv' | 'pdf';
  readonly sha256: string;
  readonly size_bytes: number;
};

export type PeriodPublished = PeriodNamed & {
  /** Where the statement is to be had. */
  readonly statement_uri: string;
  /** The statement as the system made it; none where it was made elsewhere. */
  readonly files: readonly StatementFile[];
};

/** Another approved that it is closing again. What its lock sealed stays in the log. */
export type PeriodReopened = PeriodNamed & {
  /** Who asked for it; the event's actor approved. */
  readonly asked_by: string;
  readonly reason: string;
};

export interface PeriodEvents {
  readonly 'period.closing': PeriodClosing;
  readonly 'period.locked': PeriodLocked;
  readonly 'period.published': PeriodPublished;
  readonly 'period.reopened': PeriodReopened;
}
