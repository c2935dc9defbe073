import type { SnapshotKind } from '@countinghouse/kernel/snapshots/events';
import type { Tx } from '../../reader.ts';

export interface SnapshotRow {
  readonly id: string;
  readonly kind: SnapshotKind;
  readonly label: string;
  readonly seq: number;
  readonly event_hash: string;
  /** Hexadecimal; null where it was taken before snapshots carried it. */
  readonly root_hash: string | null;
  readonly taken_at: string;
  readonly effective_at: string;
  readonly source: string;
  readonly uri: string | null;
  /** Canonical JSON text. */
  readonly metadata: string;
}

const columns = 'id, kind, label, seq, event_hash, root_hash, taken_at, effective_at, source, uri, metadata';

/** Newest first. */
export async function listSnapshots(tx: Tx, tenantId: string, kind: SnapshotKind | null, limit: number): Promise<readonly SnapshotRow[]> {
  const found = await tx.query<SnapshotRow>(
    `select ${columns} from snapshots where tenant_id = $1 and ($2::text is null or kind = $2) order by event_seq desc limit $3`,
    [tenantId, kind, limit],
  );
  return found.rows;
}

export async function findSnapshot(tx: Tx, tenantId: string, id: string): Promise<SnapshotRow | null> {
  const found = await tx.query<SnapshotRow>(`select ${columns} from snapshots where tenant_id = $1 and id = $2`, [tenantId, id]);
  return found.rows[0] ?? null;
}
