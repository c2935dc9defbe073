import type { TenantState } from '../ledger/state.ts';

export function countOwners(state: TenantState): number {
  let owners = 0;
  for (const role of state.members.values()) if (role === 'owner') owners += 1;
  return owners;
}
