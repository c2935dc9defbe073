import { dropEntityRoles } from '../entities/rights.ts';
import { must } from '../ledger/must.ts';
import type { EventRows } from '../ledger/slice.ts';
import type { ServiceAccountEvents } from './events.ts';

/** What each event does to the state. */
export const evolve = {
  'service_account.created': (state, { payload: { id, name, role } }) => {
    state.serviceAccounts.set(id, { id, name, role, active: true });
  },
  'service_account.renamed': (state, { seq, payload: { id, name } }) => {
    must(state.serviceAccounts.get(id), 'id', seq).name = name;
  },
  'service_account.role_changed': (state, { seq, payload: { id, role } }) => {
    must(state.serviceAccounts.get(id), 'id', seq).role = role;
    if (role === 'auditor') dropEntityRoles(state, id);
  },
  'service_account.deactivated': (state, { seq, payload: { id } }) => {
    must(state.serviceAccounts.get(id), 'id', seq).active = false;
    dropEntityRoles(state, id);
    for (const key of state.apiKeys.values()) if (key.userId === id) key.revoked = true;
  },
} satisfies EventRows<ServiceAccountEvents>;
