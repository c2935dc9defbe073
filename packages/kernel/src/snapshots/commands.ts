import type { Actor } from '../ledger/actor.ts';
import type { SnapshotKind } from './events.ts';

export interface TakeSnapshot {
  readonly type: 'snapshot.take';
  readonly actor: Actor;
  readonly id: string;
  readonly kind: SnapshotKind;
  readonly label: string;
  readonly source: string;
  /** Of an fx snapshot: the instant whose rates it freezes; now unless one is named. */
  readonly effectiveUs?: bigint | null;
}

export type SnapshotCommand = TakeSnapshot;
