import { must } from '../ledger/must.ts';
import { type EventRows, leavesStateAsIs } from '../ledger/slice.ts';
import type { ControlEvents } from './events.ts';
import { controlOf } from './spec.ts';

/** What each event does to the state. */
export const evolve = {
  'control.registered': (state, { payload }) => {
    state.controls.set(payload.id, controlOf(payload));
  },
  'control.retired': (state, { seq, payload }) => {
    must(state.controls.get(payload.id), 'id', seq).retired = true;
  },
  'control.attested': leavesStateAsIs,
} satisfies EventRows<ControlEvents>;
