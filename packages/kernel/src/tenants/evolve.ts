import type { EventRows } from '../ledger/slice.ts';
import type { TenantEvents } from './events.ts';

/** What each event does to the state. */
export const evolve = {
  'tenant.created': (state, { payload }) => {
    state.name = payload.name;
    state.reportingCurrency = payload.reporting_currency;
    state.signingMode = payload.signing_mode;
  },
  'tenant.renamed': (state, { payload }) => {
    state.name = payload.name;
  },
  'tenant.deactivated': (state) => {
    state.readOnly = true;
  },
  'tenant.reactivated': (state) => {
    state.readOnly = false;
  },
  'tenant.archived': (state) => {
    state.archived = true;
  },
} satisfies EventRows<TenantEvents>;
