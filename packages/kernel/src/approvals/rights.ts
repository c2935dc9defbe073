// Who may decide an approval: never its maker, nor whoever holds the key that a service account asked with. An owner; or of an intent whose accounts are all of entities, whoever administers
// every one of them.

import type { TenantState } from '../ledger/state.ts';
import type { ApprovalState } from './state.ts';

type Touches = Pick<ApprovalState, 'kind' | 'makerId' | 'keyHolders' | 'entityIds' | 'unassigned'>;

/** Whether somebody asked for it, themselves or with a service account’s key: they may withdraw it, and never decide it. */
export const standsBehind = ({ makerId, keyHolders }: Pick<Touches, 'makerId' | 'keyHolders'>, userId: string): boolean =>
  makerId === userId || keyHolders.includes(userId);

/** Whether a person's rights suffice, be they its maker or not. */
export function hasRightToDecide(state: TenantState, approval: Touches, userId: string): boolean {
  const role = state.members.get(userId);
  if (role === undefined) return false;
  if (role === 'owner') return true;
  const { kind, entityIds, unassigned } = approval;
  if (kind !== 'intent' || unassigned || entityIds.length === 0) return false;
  return entityIds.every((id) => state.entities.get(id)?.members.get(userId) === 'entity_admin');
}

/** How many persons may decide it. */
export function countEligible(state: TenantState, approval: Touches): number {
  let count = 0;
  for (const userId of state.members.keys()) if (!standsBehind(approval, userId) && hasRightToDecide(state, approval, userId)) count += 1;
  return count;
}
