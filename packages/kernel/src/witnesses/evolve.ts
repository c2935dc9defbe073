import type { EventRows } from '../ledger/slice.ts';
import type { WitnessEvents } from './events.ts';

/** What each event does to the state. */
export const evolve = {
  'witness.added': (state, { payload: { id, name } }) => {
    state.witnesses.set(id, name);
  },
  'witness.removed': (state, { payload: { id } }) => {
    state.witnesses.delete(id);
  },
} satisfies EventRows<WitnessEvents>;
