import type { SnapshotKind } from './events.ts';

export interface SnapshotState {
  readonly id: string;
  readonly kind: SnapshotKind;
  readonly seq: number;
  readonly effectiveAt: string;
}

/** What the state of an organisation keeps of it. */
export interface SnapshotsPart {
  readonly snapshots: Map<string, SnapshotState>;
}

export const snapshotsPart = (): SnapshotsPart => ({
  snapshots: new Map(),
});
