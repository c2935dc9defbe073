import { must } from '../ledger/must.ts';
import type { EventRows } from '../ledger/slice.ts';
import type { TenantState } from '../ledger/state.ts';
import type { AccountCreated, AccountEvents } from './events.ts';
import { type AccountState, newAccount } from './state.ts';

/** What each event does to the state. */
export const evolve = {
  'account.created': (state, { seq, payload }) => {
    addAccount(state, seq, payload);
  },
  'account.closed': (state, { seq, payload }) => {
    must(state.accounts.get(payload.id), 'id', seq).closed = true;
  },
  'account.reopened': (state, { seq, payload }) => {
    must(state.accounts.get(payload.id), 'id', seq).closed = false;
  },
  'account.party_set': (state, { seq, payload }) => {
    must(state.accounts.get(payload.id), 'id', seq).partyId = payload.party_id;
  },
} satisfies EventRows<AccountEvents>;

/** Opens an account. */
export function addAccount(state: TenantState, seq: number, created: AccountCreated): AccountState {
  const gl = must(state.glAccounts.get(created.gl_account_id), 'gl_account_id', seq);
  gl.usage += 1;
  const account = newAccount(seq, created, gl.normalBalance);
  state.accounts.set(account.id, account);
  state.accountByCode.set(account.code, account);
  return account;
}
