import type { JsonObject } from '../canonical/jcs.ts';

export type SnapshotKind = 'reference' | 'fx' | 'config';

export type SnapshotTaken = {
  readonly id: string;
  readonly kind: SnapshotKind;
  readonly label: string;
  /** The position it stands for: everything up to and with this seq. */
  readonly seq: number;
  readonly event_hash: string;
  /** The root of the Merkle tree over those events, hexadecimal; absent where it was taken before snapshots carried it. */
  readonly root_hash?: string;
  readonly effective_at: string;
  readonly source: string;
  readonly uri: string | null;
  /** What it freezes beside the position: `rates` of an fx snapshot, settings, limits, controls and chart of a config snapshot. */
  readonly metadata: JsonObject;
};

export interface SnapshotEvents {
  readonly 'snapshot.taken': SnapshotTaken;
}
