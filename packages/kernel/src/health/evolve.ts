import type { EventRows } from '../ledger/slice.ts';
import type { HealthEvents } from './events.ts';

/** What each event does to the state. */
export const evolve = {
  'ledger.broken': (state) => {
    state.broken = true;
    state.readOnly = true;
  },
  'ledger.mended': (state) => {
    state.broken = false;
    state.readOnly = false;
  },
  'ledger.loss_accepted': (state) => {
    state.loss = null;
  },
} satisfies EventRows<HealthEvents>;
