// The active organisation, and what the person may do in it. One answer for menu, buttons and forms.

import type { Tenant } from '@countinghouse/contract/features/tenants';
import { messageOf } from '@countinghouse/contract/messages';
import {
  type Capability,
  changesNothing,
  type Membership,
  mayCall,
  mayMeet,
  type Need,
  reasonAgainst,
  type TenantRole,
} from '@countinghouse/contract/permissions';
import type { RouteDef } from '@countinghouse/contract/wire';
import { useQuery } from '@tanstack/react-query';
import { tenantGuard } from '../calls/client.ts';
import { currentOf } from './active-tenant.ts';
import { tenantsQuery } from './context.ts';

/** The organisation this tab works in; null while it is unknown or there is none. */
export function useActiveTenant(): Tenant | null {
  const { data } = useQuery(tenantsQuery);
  return data === undefined ? null : currentOf(data, tenantGuard.known());
}

const none: readonly Capability[] = [];

export const useCapabilities = (): readonly Capability[] => useActiveTenant()?.capabilities ?? none;

export interface Permission {
  readonly allowed: boolean;
  /** Why not; empty where it is allowed. */
  readonly reason: string;
}

export const roleWord: Readonly<Record<TenantRole, string>> = { owner: 'Owner', member: 'Member', auditor: 'Auditor' };
export const roleColor: Readonly<Record<TenantRole, string>> = { owner: 'grape', member: 'gray', auditor: 'blue' };

const membershipIn = (tenant: Tenant | null): Membership | null =>
  tenant === null ? null : { role: tenant.role, administersEntity: tenant.capabilities.includes('tenant:admin') };

/** Whether the person's role opens what needs this, whatever state the organisation is in: for ways to screens. Auditors look at all. */
export function useNeed(need: Need): Permission {
  const membership = membershipIn(useActiveTenant());
  if (membership?.role === 'auditor' || mayMeet(need, true, membership)) return { allowed: true, reason: '' };
  return { allowed: false, reason: reasonAgainst(need, membership) };
}

/** What of a call decides whether it may be made now. */
export type Guarded = Pick<RouteDef, 'needs' | 'evenReadOnly'> & Partial<Pick<RouteDef, 'method' | 'reads' | 'ownView'>>;

/** Whether the person may make this write now: the role, and whether the organisation is read-only. */
export function useWritePermission(route: Guarded): Permission {
  const tenant = useActiveTenant();
  const membership = membershipIn(tenant);
  const call = { method: 'POST', ...route };
  if (!mayCall(call, true, membership)) return { allowed: false, reason: reasonAgainst(route.needs, membership) };
  if (tenant?.readOnly === true && route.evenReadOnly !== true && !changesNothing(call))
    return { allowed: false, reason: messageOf('TENANT_READONLY') };
  return { allowed: true, reason: '' };
}
