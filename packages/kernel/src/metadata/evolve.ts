import { must } from '../ledger/must.ts';
import { type EventRows, leavesStateAsIs } from '../ledger/slice.ts';
import type { MetadataEvents } from './events.ts';

/** What each event does to the state: nothing that a decision depends on, but what it is of must be there. */
export const evolve = {
  'intent.annotated': leavesStateAsIs,
  'account.annotated': (state, { seq, payload }) => {
    must(state.accounts.get(payload.id), 'id', seq);
  },
  'entity.annotated': (state, { seq, payload }) => {
    must(state.entities.get(payload.id), 'id', seq);
  },
  'party.annotated': (state, { seq, payload }) => {
    must(state.partyIds.has(payload.id) ? payload.id : undefined, 'id', seq);
  },
} satisfies EventRows<MetadataEvents>;
