import { type EventRows, leavesStateAsIs } from '../ledger/slice.ts';
import { readAmountE8 } from '../money/amount.ts';
import type { PartyEvents } from './events.ts';

/** What each event does to the state. */
export const evolve = {
  'party.created': (state, { payload }) => {
    state.partyIds.add(payload.id);
  },
  'party.changed': leavesStateAsIs,
  'party.exposure_limit_set': (state, { payload: { id, limit } }) => {
    if (limit === null) state.exposureLimits.delete(id);
    else state.exposureLimits.set(id, { currency: limit.currency, amountE8: readAmountE8(limit.amount) });
  },
} satisfies EventRows<PartyEvents>;
