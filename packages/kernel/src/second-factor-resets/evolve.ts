import { must } from '../ledger/must.ts';
import type { EventRows } from '../ledger/slice.ts';
import { parseInstant } from '../time/instant.ts';
import type { SecondFactorResetEvents } from './events.ts';

/** What each event does to the state. */
export const evolve = {
  'second_factor.reset_granted': (state, { seq, payload: { user_id, effective_at, lapses_at } }) => {
    state.secondFactorResets.set(user_id, {
      effectiveAtUs: must(parseInstant(effective_at), 'effective_at', seq),
      lapsesAtUs: must(parseInstant(lapses_at), 'lapses_at', seq),
    });
  },
  'second_factor.reset_stopped': (state, { payload }) => {
    state.secondFactorResets.delete(payload.user_id);
  },
  'second_factor.reset_done': (state, { payload }) => {
    state.secondFactorResets.delete(payload.user_id);
  },
} satisfies EventRows<SecondFactorResetEvents>;
