// Rights that follow an entity. An owner has them all; the system itself too.

import type { Actor } from '../ledger/actor.ts';
import { roleOf } from '../ledger/role.ts';
import type { TenantState } from '../ledger/state.ts';
import type { EntityState } from './state.ts';

/** Whether the actor administers this entity. */
export const mayAdminister = (state: TenantState, actor: Actor, entity: EntityState): boolean =>
  actor.kind === 'system' || roleOf(state, actor.id) === 'owner' || entity.members.get(actor.id) === 'entity_admin';

/** Whether the actor may post to an account of this entity, or of none (null). */
export function mayPostIn(state: TenantState, actor: Actor, entityId: string | null): boolean {
  if (entityId === null || actor.kind === 'system' || roleOf(state, actor.id) === 'owner') return true;
  return state.entities.get(entityId)?.members.has(actor.id) === true;
}

/** Who leaves, is deactivated, or may only read from now on, has no role in an entity any more. */
export function dropEntityRoles(state: TenantState, id: string): void {
  for (const entity of state.entities.values()) entity.members.delete(id);
}
