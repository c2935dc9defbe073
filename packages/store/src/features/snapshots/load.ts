import type { SnapshotKind } from '@countinghouse/kernel/snapshots/events';
import type { Load } from '../../feature.ts';

/** The part of the state that follows from its tables. */
export const load: Load = async (state, read) => {
  for (const s of await read<{ id: string; kind: SnapshotKind; seq: number }>('select id, kind, seq from snapshots where tenant_id = $1'))
    state.snapshots.set(s.id, { ...s });
};
