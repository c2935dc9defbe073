import { must } from '../ledger/must.ts';
import type { EventRows } from '../ledger/slice.ts';
import type { AccountEvents } from './events.ts';
import type { AccountState } from './state.ts';

/** What each event does to the state. */
export const evolve = {
  'account.created': (state, { seq, payload }) => {
    const { id, code, currency, gl_account_id, entity_id, floor } = payload;
    const gl = must(state.glAccounts.get(gl_account_id), 'gl_account_id', seq);
    gl.usage += 1;
    const account: AccountState = {
      id,
      code,
      currency,
      glAccountId: gl.id,
      entityId: entity_id,
      normalBalance: gl.normalBalance,
      floor,
      createdSeq: seq,
      closed: false,
      balanceE8: 0n,
    };
    state.accounts.set(id, account);
    state.accountByCode.set(code, account);
  },
  'account.closed': (state, { seq, payload }) => {
    must(state.accounts.get(payload.id), 'id', seq).closed = true;
  },
  'account.reopened': (state, { seq, payload }) => {
    must(state.accounts.get(payload.id), 'id', seq).closed = false;
  },
} satisfies EventRows<AccountEvents>;
