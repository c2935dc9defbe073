import type { EventRows } from '../ledger/slice.ts';
import type { AnchorEvents } from './events.ts';

/** What each event does to the state. */
export const evolve = {
  'log.anchored': (state, { payload: { to_seq } }) => {
    state.anchorsRecordedTo = to_seq;
  },
} satisfies EventRows<AnchorEvents>;
