import type { EventRows } from '../ledger/slice.ts';
import type { AllowListEvents } from './events.ts';

/** What each event does to the state. */
export const evolve = {
  'allow_list.changed': (state, { payload }) => {
    state.allowList = payload.networks;
  },
  'allow_list.cleared': (state) => {
    state.allowList = [];
  },
} satisfies EventRows<AllowListEvents>;
