import type { Actor } from '../ledger/actor.ts';
import type { SnapshotKind } from '../snapshots/events.ts';
import type { StatementFile } from './events.ts';

export interface StartPeriod extends Range {
  readonly type: 'period.start';
  readonly id: string;
  readonly valuationSnapshotId: string;
  /** Where it is named, the snapshot must be of it. */
  readonly snapshotKind: SnapshotKind | null;
}

export interface LockPeriod extends Range {
  readonly type: 'period.lock';
  readonly adjustmentsSnapshotId: string | null;
  readonly adjustmentsSnapshotKind: SnapshotKind | null;
  /** As it is named, and whether the log has that event at that seq. */
  readonly adjustingEvent: { readonly eventId: string; readonly seq: number; readonly there: boolean } | null;
}

export interface PublishPeriod extends Range {
  readonly type: 'period.publish';
  readonly statementUri: string;
  readonly files: readonly StatementFile[];
  /** The event of the lock that the files tell of; null: there was none when they were to be made. Left out: no files are made. */
  readonly lockedSeq?: number | null;
}

export interface ReopenPeriod extends Range {
  readonly type: 'period.reopen';
  readonly reason: string;
}

export interface Range {
  readonly actor: Actor;
  readonly start: string;
  readonly end: string;
  readonly evidenceRef: string | null;
}

export type PeriodCommand = StartPeriod | LockPeriod | PublishPeriod | ReopenPeriod;
