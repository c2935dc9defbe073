import type { EventRows } from '../ledger/slice.ts';
import type { PruneEvents } from './events.ts';

/** What each event does to the state. */
export const evolve = {
  'log.pruned': (state, { payload: { through_seq } }) => {
    state.prunedTo = through_seq;
  },
} satisfies EventRows<PruneEvents>;
