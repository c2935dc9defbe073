import type { Actor } from '../ledger/actor.ts';

export interface RevaluePeriod {
  readonly type: 'period.revalue';
  readonly actor: Actor;
  readonly start: string;
  readonly end: string;
  /** null: that of the period. */
  readonly valuationSnapshotId: string | null;
}

export type RevaluationCommand = RevaluePeriod;
