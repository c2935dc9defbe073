// Legal entities: codes are unique, an entity that is not active takes no postings. Owners make them; whoever administers one
// names it, stops it and says who works in it, but never changes their own role there.

import type { Actor } from '../ledger/actor.ts';
import { append, type Decision, refuse, refuseField } from '../ledger/decision.ts';
import { guardWrite } from '../ledger/guard.ts';
import { roleOf } from '../ledger/role.ts';
import type { TenantState } from '../ledger/state.ts';
import { metadataPart } from '../metadata/given.ts';
import type { CreateEntity, DeactivateEntity, ReactivateEntity, RemoveEntityMember, RenameEntity, SetEntityMember } from './commands.ts';
import { mayAdminister } from './rights.ts';
import type { EntityState } from './state.ts';

/** Refuses, first match wins: as `guardWrite` (an owner), CODE_TAKEN, CURRENCY_NOT_ALLOWED. Its maker administers it. */
export function decideCreateEntity(state: TenantState, command: CreateEntity): Decision {
  const refusal = guardWrite(state, command.actor, 'owner');
  if (refusal !== null) return refusal;
  const { id, code, name, baseCurrency, actor, metadata = {} } = command;
  for (const entity of state.entities.values()) if (entity.code === code) return refuse('CODE_TAKEN', { code });
  if (!state.currencies.has(baseCurrency)) return refuse('CURRENCY_NOT_ALLOWED', { currency: baseCurrency });
  const created = { type: 'entity.created' as const, payload: { id, code, name, base_currency: baseCurrency, ...metadataPart(metadata) } };
  if (actor.kind === 'system') return append(created);
  return append(created, { type: 'entity_member.set', payload: { entity_id: id, user_id: actor.id, role: 'entity_admin' } });
}

type Found = { readonly entity: EntityState } | { readonly refusal: Decision };

/** The entity, or the refusal: as `guardWrite` (a member), NOT_FOUND, FORBIDDEN. */
function administered(state: TenantState, actor: Actor, id: string, evenReadOnly = false): Found {
  const refusal = guardWrite(state, actor, 'member', { evenReadOnly });
  if (refusal !== null) return { refusal };
  const entity = state.entities.get(id);
  if (entity === undefined) return { refusal: refuse('NOT_FOUND') };
  return mayAdminister(state, actor, entity) ? { entity } : { refusal: refuse('FORBIDDEN', { needs: 'entity_admin' }) };
}

export function decideRenameEntity(state: TenantState, command: RenameEntity): Decision {
  const found = administered(state, command.actor, command.id);
  return 'refusal' in found ? found.refusal : append({ type: 'entity.renamed', payload: { id: command.id, name: command.name } });
}

/** Refuses beyond `administered`: ENTITY_INACTIVE. */
export function decideDeactivateEntity(state: TenantState, command: DeactivateEntity): Decision {
  const found = administered(state, command.actor, command.id);
  if ('refusal' in found) return found.refusal;
  return found.entity.active ? append({ type: 'entity.deactivated', payload: { id: command.id } }) : refuse('ENTITY_INACTIVE');
}

/** Refuses beyond `administered`, first match wins: ENTITY_ACTIVE, CURRENCY_NOT_ALLOWED (its currency was removed meanwhile). */
export function decideReactivateEntity(state: TenantState, command: ReactivateEntity): Decision {
  const found = administered(state, command.actor, command.id);
  if ('refusal' in found) return found.refusal;
  const { active, baseCurrency } = found.entity;
  if (active) return refuse('ENTITY_ACTIVE');
  if (!state.currencies.has(baseCurrency)) return refuse('CURRENCY_NOT_ALLOWED', { currency: baseCurrency });
  return append({ type: 'entity.reactivated', payload: { id: command.id } });
}

/** Refuses beyond `administered`, first match wins: NOT_FOUND (no member or service account), CANNOT_SELF_CHANGE, VALIDATION_ERROR (an auditor). */
export function decideSetEntityMember(state: TenantState, command: SetEntityMember): Decision {
  const { actor, entityId, userId, role } = command;
  const found = administered(state, actor, entityId);
  if ('refusal' in found) return found.refusal;
  const membership = roleOf(state, userId);
  if (membership === undefined) return refuse('NOT_FOUND');
  if (userId === actor.id) return refuse('CANNOT_SELF_CHANGE');
  if (membership === 'auditor') return refuseField('userId', 'A read-only auditor has no role in an entity. Make them a member first.');
  if (found.entity.members.get(userId) === role) return append();
  return append({ type: 'entity_member.set', payload: { entity_id: entityId, user_id: userId, role } });
}

/** Refuses beyond `administered` (also when read-only), first match wins: NOT_FOUND, CANNOT_SELF_CHANGE. */
export function decideRemoveEntityMember(state: TenantState, command: RemoveEntityMember): Decision {
  const { actor, entityId, userId } = command;
  const found = administered(state, actor, entityId, true);
  if ('refusal' in found) return found.refusal;
  if (!found.entity.members.has(userId)) return refuse('NOT_FOUND');
  if (userId === actor.id) return refuse('CANNOT_SELF_CHANGE');
  return append({ type: 'entity_member.removed', payload: { entity_id: entityId, user_id: userId } });
}
