import { must } from '../ledger/must.ts';
import { type EventRows, leavesStateAsIs } from '../ledger/slice.ts';
import type { TenantState } from '../ledger/state.ts';
import { readAmountE8 } from '../money/amount.ts';
import type { AccountCreated, AccountEvents } from './events.ts';
import { noteReference, noteReferenceToken } from './find.ts';
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
  'account.titled': leavesStateAsIs,
  'account.remapped': (state, { seq, payload }) => {
    const account = must(state.accounts.get(payload.id), 'id', seq);
    const gl = must(state.glAccounts.get(payload.gl_account_id), 'gl_account_id', seq);
    must(state.glAccounts.get(account.glAccountId), 'gl_account_id', seq).usage -= 1;
    gl.usage += 1;
    account.glAccountId = gl.id;
    account.normalBalance = gl.normalBalance;
  },
  'account.floor_set': (state, { seq, payload }) => {
    must(state.accounts.get(payload.id), 'id', seq).floorE8 = payload.floor_amount === null ? null : readAmountE8(payload.floor_amount);
  },
  'opening_rules.set': (state, { payload }) => {
    state.openingRules.splice(0, Number.POSITIVE_INFINITY, ...payload.rules);
  },
} satisfies EventRows<AccountEvents>;

/** Opens an account. */
export function addAccount(state: TenantState, seq: number, created: AccountCreated): AccountState {
  const gl = must(state.glAccounts.get(created.gl_account_id), 'gl_account_id', seq);
  gl.usage += 1;
  const account = newAccount(seq, created, gl.normalBalance);
  state.accounts.set(account.id, account);
  state.accountByCode.set(account.code, account);
  noteReference(state, account.id, created.external_ref);
  noteReferenceToken(state, account.id, created.external_ref_token ?? null);
  return account;
}
