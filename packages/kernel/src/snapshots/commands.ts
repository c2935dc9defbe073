import type { Actor } from '../ledger/actor.ts';
import type { SnapshotKind } from './events.ts';

export interface TakeSnapshot {
  readonly type: 'snapshot.take';
  readonly actor: Actor;
  readonly id: string;
  readonly kind: SnapshotKind;
  readonly label: string;
  readonly source: string;
}

export type SnapshotCommand = TakeSnapshot;
