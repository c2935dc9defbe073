import { type EventRows, leavesStateAsIs } from '../ledger/slice.ts';
import type { ReconEvents } from './events.ts';

/** What each event does to the state. */
export const evolve = {
  'recon_source.saved': (state, { payload: { name, account_id, bank_account, bank_account_token = null } }) => {
    state.reconSources.set(name, { accountId: account_id, bankAccount: bank_account ?? bank_account_token });
  },
  'recon_source.removed': (state, { payload }) => {
    state.reconSources.delete(payload.name);
  },
  'recon.imported': leavesStateAsIs,
  'recon.rows_added': leavesStateAsIs,
  'recon.matched': leavesStateAsIs,
  'recon.unmatched': leavesStateAsIs,
  'recon.exception_set': leavesStateAsIs,
  'recon.exception_cleared': leavesStateAsIs,
} satisfies EventRows<ReconEvents>;
