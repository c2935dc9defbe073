// Rung 3 of every command: the organisation is there, the actor may, it is not read-only. In this order (decision 0003).

import type { Actor } from './actor.ts';
import { type Decision, refuse } from './decision.ts';
import { roleOf } from './role.ts';
import type { TenantState } from './state.ts';

export type Right = 'member' | 'admin' | 'owner';

/** `evenReadOnly`: for what takes rights away, or ends the read-only state. */
interface GuardOptions {
  readonly evenReadOnly?: boolean;
}

/** The refusal, or null when the actor may write. Refuses, first match wins: NOT_FOUND, FORBIDDEN, TENANT_READONLY. */
export function guardWrite(state: TenantState, actor: Actor, right: Right, options: GuardOptions = {}): Decision | null {
  if (state.name === null || state.archived) return refuse('NOT_FOUND');
  if (actor.kind === 'user') {
    const role = roleOf(state, actor.id);
    if (role === undefined) return refuse('NOT_FOUND');
    if (role === 'auditor') return refuse('FORBIDDEN', { needs: right, role });
    if (!hasRight(state, actor.id, right)) return refuse('FORBIDDEN', { needs: right });
  }
  return state.readOnly && options.evenReadOnly !== true ? refuse('TENANT_READONLY') : null;
}

function hasRight(state: TenantState, id: string, right: Right): boolean {
  if (right === 'member' || roleOf(state, id) === 'owner') return true;
  return right === 'admin' && administersAny(state, id);
}

function administersAny(state: TenantState, id: string): boolean {
  for (const entity of state.entities.values()) if (entity.active && entity.members.get(id) === 'entity_admin') return true;
  return false;
}
