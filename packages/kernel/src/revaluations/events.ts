// Revaluation: what accounts in a foreign currency are worth in the books' own one at the end of a period that is closing.

import type { RateLeg } from '../fx/find-rate.ts';
import type { SnapshotKind } from '../snapshots/events.ts';

/** A rate that accounts were valued at: one unit of the currency in the base currency. */
export type ValuationRate = {
  readonly currency: string;
  readonly base_currency: string;
  /** 12 significant digits; amounts are converted by the exact fraction. */
  readonly rate: string;
  readonly derived: 'none' | 'inverse' | 'cross';
  /** The currency that a cross goes through. */
  readonly via: string | null;
  readonly legs: readonly RateLeg[];
};

/** An account as it was valued. Amounts are debit-positive with eight decimals. */
export type RevaluationLine = {
  readonly account_id: string;
  readonly code: string;
  readonly entity_id: string | null;
  readonly currency: string;
  readonly base_currency: string;
  /** What it held on the last day, in its own currency. */
  readonly balance: string;
  /** What that was booked at, in the base currency. */
  readonly carrying: string;
  /** What it is worth at the valuation's rate. */
  readonly valued: string;
  /** Valued less carrying. */
  readonly difference: string;
  /** The part of the difference that this run posts: all of it, or what earlier runs of the period did not. */
  readonly posted: string;
  readonly adjustment_account_id: string;
  readonly unrealised_account_id: string;
};

/** Of an intent of the system: what it revalues. Of its reversal the same without lines and rates. */
export type RevaluationPart = {
  readonly period_id: string;
  readonly period_code: string;
  readonly as_of: string;
  /** 1, 2, … within the period. */
  readonly run: number;
  readonly valuation_snapshot_id: string;
  /** The last event whose postings count. */
  readonly known_at_seq: number;
  readonly rates: readonly ValuationRate[];
  readonly lines: readonly RevaluationLine[];
};

/** Who had a period revalued, and the intents that the system posted for it, each with its reversal. */
export type PeriodRevalued = {
  readonly id: string;
  readonly period_code: string;
  readonly period_start: string;
  readonly period_end: string;
  readonly run: number;
  readonly valuation_snapshot_id: string;
  readonly snapshot_kind: SnapshotKind;
  readonly known_at_seq: number;
  /** How many accounts were posted to. */
  readonly accounts: number;
  readonly intents: readonly { readonly intent_id: string; readonly reversed_by: string }[];
};

export interface RevaluationEvents {
  readonly 'period.revalued': PeriodRevalued;
}
