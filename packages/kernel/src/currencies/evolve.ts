import type { EventRows } from '../ledger/slice.ts';
import type { CurrencyEvents } from './events.ts';

/** What each event does to the state. */
export const evolve = {
  'currency.allowed': (state, { payload }) => {
    state.currencies.add(payload.code);
  },
  'currency.removed': (state, { payload }) => {
    state.currencies.delete(payload.code);
  },
} satisfies EventRows<CurrencyEvents>;
