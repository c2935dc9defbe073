import type { EventRows } from '../ledger/slice.ts';
import type { SnapshotEvents } from './events.ts';

/** What each event does to the state. */
export const evolve = {
  'snapshot.taken': (state, { payload: { id, kind, seq, effective_at: effectiveAt } }) => {
    state.snapshots.set(id, { id, kind, seq, effectiveAt });
  },
} satisfies EventRows<SnapshotEvents>;
