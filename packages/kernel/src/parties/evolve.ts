import { type EventRows, leavesStateAsIs } from '../ledger/slice.ts';
import type { PartyEvents } from './events.ts';

/** What each event does to the state. */
export const evolve = {
  'party.created': (state, { payload }) => {
    state.partyIds.add(payload.id);
  },
  'party.changed': leavesStateAsIs,
} satisfies EventRows<PartyEvents>;
