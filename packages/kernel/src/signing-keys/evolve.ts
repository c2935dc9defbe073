import { must } from '../ledger/must.ts';
import type { EventRows } from '../ledger/slice.ts';
import type { TenantState } from '../ledger/state.ts';
import type { GeneratedKey, SigningKeyEvents } from './events.ts';

/** What each event does to the state. */
export const evolve = {
  'key.registered': add,
  'key.generated': add,
  'key.sunset': (state, { seq, payload }) => {
    must(state.signingKeys.get(payload.kid), 'kid', seq).status = 'SUNSETTING';
  },
  'key.revoked': (state, { seq, payload }) => {
    must(state.signingKeys.get(payload.kid), 'kid', seq).status = 'revoked';
  },
} satisfies EventRows<SigningKeyEvents>;

function add(state: TenantState, { payload: { kid, purpose, user_id } }: { readonly payload: GeneratedKey }): undefined {
  state.signingKeys.set(kid, { kid, purpose, userId: user_id, status: 'ACTIVE' });
}
