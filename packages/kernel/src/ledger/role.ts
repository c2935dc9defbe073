// Which role in the organisation whoever acts has: a person by their membership, a service account by itself.

import type { TenantRole } from '../tenants/events.ts';
import type { TenantState } from './state.ts';

/** By the id of a person or a service account; undefined: none, or none any more. */
export function roleOf(state: TenantState, id: string): TenantRole | undefined {
  const account = state.serviceAccounts.get(id);
  if (account === undefined) return state.members.get(id);
  return account.active ? account.role : undefined;
}
