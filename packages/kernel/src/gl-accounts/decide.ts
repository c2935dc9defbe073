// The chart of accounts: codes are unique, a child has its parent's class, what is used stays. A parent must exist before
// its child and never changes, so there are no cycles.

import { append, type Decision, refuse } from '../ledger/decision.ts';
import { type Actor, guardWrite } from '../ledger/guard.ts';
import type { TenantState } from '../ledger/state.ts';
import type { GlClass, NormalBalance } from './events.ts';

export interface CreateGlAccount {
  readonly type: 'gl_account.create';
  readonly actor: Actor;
  readonly id: string;
  readonly code: string;
  readonly title: string;
  readonly class: GlClass;
  readonly normalBalance: NormalBalance;
  readonly parentId: string | null;
}

export interface DeleteGlAccount {
  readonly type: 'gl_account.delete';
  readonly actor: Actor;
  readonly id: string;
}

/** Refuses, first match wins: as `guardWrite`, CODE_TAKEN, GL_ACCOUNT_NOT_FOUND (parent), GL_CLASS_MISMATCH. */
export function decideCreateGlAccount(state: TenantState, command: CreateGlAccount): Decision {
  const barred = guardWrite(state, command.actor, 'admin');
  if (barred !== null) return barred;
  if (state.glAccountIdByCode.has(command.code)) return refuse('CODE_TAKEN', { code: command.code });
  if (command.parentId !== null) {
    const parent = state.glAccounts.get(command.parentId);
    if (parent === undefined) return refuse('GL_ACCOUNT_NOT_FOUND', { parentId: command.parentId });
    if (parent.class !== command.class) return refuse('GL_CLASS_MISMATCH', { parent: parent.code, class: parent.class });
  }
  return append({
    type: 'gl_account.created',
    payload: {
      id: command.id,
      code: command.code,
      title: command.title,
      class: command.class,
      normal_balance: command.normalBalance,
      parent_id: command.parentId,
    },
  });
}

/** Refuses, first match wins: as `guardWrite`, NOT_FOUND, GL_ACCOUNT_IN_USE. */
export function decideDeleteGlAccount(state: TenantState, command: DeleteGlAccount): Decision {
  const barred = guardWrite(state, command.actor, 'admin');
  if (barred !== null) return barred;
  const account = state.glAccounts.get(command.id);
  if (account === undefined) return refuse('NOT_FOUND');
  if (account.usage > 0) return refuse('GL_ACCOUNT_IN_USE', { usageCount: account.usage });
  return append({ type: 'gl_account.deleted', payload: { id: account.id, code: account.code } });
}
