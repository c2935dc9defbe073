// Rights that follow an entity. An owner has them all; the system itself too.

import type { Actor } from '../ledger/actor.ts';
import type { TenantState } from '../ledger/state.ts';
import type { EntityState } from './state.ts';

/** Whether the actor administers this entity. */
export const mayAdminister = (state: TenantState, actor: Actor, entity: EntityState): boolean =>
  actor.kind === 'system' || state.members.get(actor.id) === 'owner' || entity.members.get(actor.id) === 'entity_admin';

/** Whether the actor may post to an account of this entity, or of none (null). */
export function mayPostIn(state: TenantState, actor: Actor, entityId: string | null): boolean {
  if (entityId === null || actor.kind === 'system' || state.members.get(actor.id) === 'owner') return true;
  return state.entities.get(entityId)?.members.has(actor.id) === true;
}
