import type { EventRows } from '../ledger/slice.ts';
import type { SnapshotEvents } from './events.ts';

/** What each event does to the state. */
export const evolve = {
  'snapshot.taken': (state, { payload: { id, kind, seq } }) => {
    state.snapshots.set(id, { id, kind, seq });
  },
} satisfies EventRows<SnapshotEvents>;
