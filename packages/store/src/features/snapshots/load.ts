import type { SnapshotKind } from '@countinghouse/kernel/snapshots/events';
import type { Load } from '../../feature.ts';

/** The part of the state that follows from its tables. */
export const load: Load = async (state, read) => {
  const found = await read<{ id: string; kind: SnapshotKind; seq: number; effective_at: string }>(
    'select id, kind, seq, effective_at from snapshots where tenant_id = $1',
  );
  for (const { effective_at: effectiveAt, ...s } of found) state.snapshots.set(s.id, { ...s, effectiveAt });
};
