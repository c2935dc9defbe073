import { must } from '../ledger/must.ts';
import type { EventRows } from '../ledger/slice.ts';
import type { TenantState } from '../ledger/state.ts';
import type { GlAccountCreated, GlAccountEvents } from './events.ts';

/** What each event does to the state. */
export const evolve = {
  'gl_account.created': (state, { seq, payload }) => {
    addGlAccount(state, seq, payload);
  },
  'gl_account.changed': (state, { seq, payload }) => {
    const { id, title, parent_id } = payload;
    const account = must(state.glAccounts.get(id), 'id', seq);
    if (account.parentId !== null) must(state.glAccounts.get(account.parentId), 'parent_id', seq).usage -= 1;
    if (parent_id !== null) must(state.glAccounts.get(parent_id), 'parent_id', seq).usage += 1;
    account.title = title;
    account.parentId = parent_id;
  },
  'gl_account.deleted': (state, { seq, payload }) => {
    const gone = must(state.glAccounts.get(payload.id), 'id', seq);
    state.glAccounts.delete(gone.id);
    state.glAccountIdByCode.delete(gone.code);
    if (gone.parentId !== null) must(state.glAccounts.get(gone.parentId), 'parent_id', seq).usage -= 1;
  },
} satisfies EventRows<GlAccountEvents>;

/** Adds an account to the chart. */
export function addGlAccount(state: TenantState, seq: number, created: GlAccountCreated): void {
  const { id, code, title, class: glClass, normal_balance, parent_id } = created;
  state.glAccounts.set(id, { id, code, title, class: glClass, normalBalance: normal_balance, parentId: parent_id, usage: 0 });
  state.glAccountIdByCode.set(code, id);
  if (parent_id !== null) must(state.glAccounts.get(parent_id), 'parent_id', seq).usage += 1;
}
