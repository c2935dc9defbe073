// The chart of accounts: codes are unique, a child has its parent's class, what is used stays. No account stands below itself.

import { append, type Decision, refuse, refuseField } from '../ledger/decision.ts';
import type { EventDraft } from '../ledger/events.ts';
import { guardWrite } from '../ledger/guard.ts';
import type { TenantState } from '../ledger/state.ts';
import type { ChangeGlAccount, CreateGlAccount, DeleteGlAccount, UseStandardChart } from './commands.ts';
import type { GlClass } from './events.ts';
import { normalBalanceOf, standardChart } from './standard-chart.ts';

/** Refuses, first match wins: as `guardWrite`, CODE_TAKEN, GL_ACCOUNT_NOT_FOUND (parent), GL_CLASS_MISMATCH, VALIDATION_ERROR (neither class nor parent). */
export function decideCreateGlAccount(state: TenantState, command: CreateGlAccount): Decision {
  const refusal = guardWrite(state, command.actor, 'admin');
  if (refusal !== null) return refusal;
  if (state.glAccountIdByCode.has(command.code)) return refuse('CODE_TAKEN', { code: command.code });
  const parent = command.parentId === null ? null : state.glAccounts.get(command.parentId);
  if (parent === undefined) return refuse('GL_ACCOUNT_NOT_FOUND', { parent_id: command.parentId });
  const glClass = command.class ?? parent?.class;
  if (glClass === undefined) return refuseField('class', 'Choose a class, or a parent to take it from.');
  if (parent !== null && parent.class !== glClass) return refuse('GL_CLASS_MISMATCH', { parent: parent.code, class: parent.class });
  return append({
    type: 'gl_account.created',
    payload: {
      id: command.id,
      code: command.code,
      title: command.title,
      class: glClass,
      normal_balance: command.normalBalance ?? parent?.normalBalance ?? normalBalanceOf[glClass],
      parent_id: command.parentId,
    },
  });
}

/**
 * Adds what the chart lacks of the standard one, by code; what is there stays as it is. A child whose parent's code is here an
 * account of another class stands at the top. With nothing to add it changes nothing. Refuses: as `guardWrite`.
 */
export function decideUseStandardChart(state: TenantState, command: UseStandardChart): Decision {
  const refusal = guardWrite(state, command.actor, 'admin');
  if (refusal !== null) return refusal;
  const added = new Map<string, string>();
  const parentOf = (code: string, glClass: GlClass): string | null => {
    const known = state.glAccountIdByCode.get(code);
    if (known === undefined) return added.get(code) ?? null;
    return state.glAccounts.get(known)?.class === glClass ? known : null;
  };
  const events: EventDraft[] = [];
  for (const { code, title, class: glClass, normalBalance, parent } of standardChart) {
    const id = command.ids[code];
    if (id === undefined) throw new Error(`no id for ${code}`);
    if (state.glAccountIdByCode.has(code)) continue;
    added.set(code, id);
    const parentId = parent === null ? null : parentOf(parent, glClass);
    events.push({
      type: 'gl_account.created',
      payload: { id, code, title, class: glClass, normal_balance: normalBalance, parent_id: parentId },
    });
  }
  return append(...events);
}

/**
 * Says what a GL account is called and where it stands; class, side and code stay. Reports of every day show the chart as it stands now: their
 * totals by class stay as they are. The same again changes nothing. Refuses, first match wins: as `guardWrite`, NOT_FOUND, GL_ACCOUNT_NOT_FOUND
 * (parent), GL_CLASS_MISMATCH, VALIDATION_ERROR (it would stand below itself).
 */
export function decideChangeGlAccount(state: TenantState, command: ChangeGlAccount): Decision {
  const refusal = guardWrite(state, command.actor, 'admin');
  if (refusal !== null) return refusal;
  const account = state.glAccounts.get(command.id);
  if (account === undefined) return refuse('NOT_FOUND');
  const { title = account.title, parentId = account.parentId } = command;
  const parent = parentId === null ? null : state.glAccounts.get(parentId);
  if (parent === undefined) return refuse('GL_ACCOUNT_NOT_FOUND', { parent_id: parentId });
  if (parent !== null && parent.class !== account.class) return refuse('GL_CLASS_MISMATCH', { parent: parent.code, class: parent.class });
  for (let above = parent; above !== null; above = above.parentId === null ? null : (state.glAccounts.get(above.parentId) ?? null))
    if (above === account) return refuseField('parent_id', 'Choose a parent that does not stand below this account.');
  if (title === account.title && parentId === account.parentId) return append();
  return append({ type: 'gl_account.changed', payload: { id: account.id, title, parent_id: parentId } });
}

/** Refuses, first match wins: as `guardWrite`, NOT_FOUND, GL_ACCOUNT_IN_USE. */
export function decideDeleteGlAccount(state: TenantState, command: DeleteGlAccount): Decision {
  const refusal = guardWrite(state, command.actor, 'admin');
  if (refusal !== null) return refusal;
  const account = state.glAccounts.get(command.id);
  if (account === undefined) return refuse('NOT_FOUND');
  if (account.usage > 0) return refuse('GL_ACCOUNT_IN_USE', { usage_count: account.usage });
  return append({ type: 'gl_account.deleted', payload: { id: account.id, code: account.code } });
}
