// Service accounts are made, named, given their role and ended by owners. One that is deactivated stays so: its keys are gone, and what it
// did names it for ever. Roles in entities are given to it as to a member (`entities/decide.ts`).

import type { Actor } from '../ledger/actor.ts';
import { append, type Decision, refuse, refuseField } from '../ledger/decision.ts';
import { guardWrite } from '../ledger/guard.ts';
import type { TenantState } from '../ledger/state.ts';
import type { ChangeServiceAccountRole, CreateServiceAccount, DeactivateServiceAccount, RenameServiceAccount } from './commands.ts';
import type { ServiceAccountState } from './state.ts';

/** Two that are active never have one name: who reads the log tells them apart by it. */
function guardName(state: TenantState, name: string, own: string): Decision | null {
  for (const other of state.serviceAccounts.values())
    if (other.active && other.id !== own && other.name.toLowerCase() === name.toLowerCase())
      return refuseField('name', 'Another service account has this name. Choose another one.');
  return null;
}

/** Refuses, first match wins: as `guardWrite` (an owner), VALIDATION_ERROR (the name is another's). */
export function decideCreateServiceAccount(state: TenantState, { actor, id, name, role }: CreateServiceAccount): Decision {
  const refusal = guardWrite(state, actor, 'owner') ?? guardName(state, name, id);
  return refusal ?? append({ type: 'service_account.created', payload: { id, name, role } });
}

type Found = { readonly account: ServiceAccountState } | { readonly refusal: Decision };

/** One that is active, or the refusal: as `guardWrite` (an owner), NOT_FOUND, SERVICE_ACCOUNT_INACTIVE. */
function activeOf(state: TenantState, actor: Actor, id: string): Found {
  const refusal = guardWrite(state, actor, 'owner');
  if (refusal !== null) return { refusal };
  const account = state.serviceAccounts.get(id);
  if (account === undefined) return { refusal: refuse('NOT_FOUND') };
  return account.active ? { account } : { refusal: refuse('SERVICE_ACCOUNT_INACTIVE') };
}

/** Refuses beyond `activeOf`: VALIDATION_ERROR (the name is another's). The same name again changes nothing. */
export function decideRenameServiceAccount(state: TenantState, { actor, id, name }: RenameServiceAccount): Decision {
  const found = activeOf(state, actor, id);
  if ('refusal' in found) return found.refusal;
  if (found.account.name === name) return append();
  return guardName(state, name, id) ?? append({ type: 'service_account.renamed', payload: { id, name } });
}

/** Refuses as `activeOf`. The same role again changes nothing. */
export function decideChangeServiceAccountRole(state: TenantState, { actor, id, role }: ChangeServiceAccountRole): Decision {
  const found = activeOf(state, actor, id);
  if ('refusal' in found) return found.refusal;
  return found.account.role === role ? append() : append({ type: 'service_account.role_changed', payload: { id, role } });
}

/** Refuses, first match wins: as `guardWrite` (an owner, also when read-only), NOT_FOUND. Again changes nothing. */
export function decideDeactivateServiceAccount(state: TenantState, { actor, id }: DeactivateServiceAccount): Decision {
  const refusal = guardWrite(state, actor, 'owner', { evenReadOnly: true });
  if (refusal !== null) return refusal;
  const account = state.serviceAccounts.get(id);
  if (account === undefined) return refuse('NOT_FOUND');
  return account.active ? append({ type: 'service_account.deactivated', payload: { id } }) : append();
}
