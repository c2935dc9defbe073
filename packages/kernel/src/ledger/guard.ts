// Rung 3 of every command: the organisation is there, the actor may, it is not read-only. In this order (decision 0003).

import type { Decision } from './decision.ts';
import { refuse } from './decision.ts';
import type { TenantState } from './state.ts';

/** Who acts. `system` is the house itself (jobs), which no person can be. */
export type Actor = { readonly kind: 'user'; readonly id: string } | { readonly kind: 'system'; readonly id: 'system' };

export type Right = 'member' | 'admin' | 'owner';

/** The refusal, or null when the actor may write. Refuses, first match wins: NOT_FOUND, FORBIDDEN, TENANT_READONLY. */
export function guardWrite(state: TenantState, actor: Actor, right: Right): Decision | null {
  if (state.name === null || state.archived) return refuse('NOT_FOUND');
  if (actor.kind === 'user') {
    const role = state.members.get(actor.id);
    if (role === undefined) return refuse('NOT_FOUND');
    if (right !== 'member' && role !== 'owner') return refuse('FORBIDDEN', { needs: right });
  }
  return state.readOnly ? refuse('TENANT_READONLY') : null;
}
