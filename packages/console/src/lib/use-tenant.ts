// The active organisation, and what the person may do in it. One answer for menu, buttons and forms.
import { messageOf } from '@countinghouse/contract/errors';
import type { Tenant } from '@countinghouse/contract/features/tenants';
import { type Capability, mayMeet, type Need, needs } from '@countinghouse/contract/permissions';
import { useQuery } from '@tanstack/react-query';
import { currentOf } from './active-tenant.ts';
import { tenantGuard } from './client.ts';
import { tenantsQuery } from './queries.ts';

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

/** Whether the person's role meets a need, whatever state the organisation is in: for ways to screens. */
export function useNeed(need: Need): Permission {
  const tenant = useActiveTenant();
  const standing = tenant === null ? null : { role: tenant.role, administersEntity: tenant.capabilities.includes('tenant:admin') };
  return mayMeet(need, true, standing) ? { allowed: true, reason: '' } : { allowed: false, reason: needs[need].reason };
}

/** Whether the person may make this write now: the role, and whether the organisation is read-only. */
export function useWritePermission(route: { readonly needs: Need; readonly evenReadOnly?: true }): Permission {
  const tenant = useActiveTenant();
  const role = useNeed(route.needs);
  if (!role.allowed) return role;
  if (tenant?.readOnly === true && route.evenReadOnly !== true) return { allowed: false, reason: messageOf('TENANT_READONLY') };
  return { allowed: true, reason: '' };
}
