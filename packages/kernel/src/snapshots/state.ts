import type { SnapshotKind } from './events.ts';

export interface SnapshotState {
  readonly id: string;
  readonly kind: SnapshotKind;
  readonly seq: number;
}
