// The active entity, and what the person may do in an entity.
import type { Entity } from '@countinghouse/contract/features/entities';
import { needs } from '@countinghouse/contract/permissions';
import { useQuery } from '@tanstack/react-query';
import { entitiesQuery } from './context.ts';
import { type Guarded, type Permission, useActiveTenant, useWritePermission } from './use-tenant.ts';

/** The entity this tab works in; null under "All entities", and while it is unknown. */
export function useActiveEntity(): Entity | null {
  const tenant = useActiveTenant();
  const { data } = useQuery({ ...entitiesQuery, enabled: tenant !== null });
  return data?.entities.find((e) => e.id === data.currentId) ?? null;
}

/** Whether the person may post to the accounts of an entity, or of none (null), and so open, close and re-open them. */
export function usePostPermission(route: Guarded, entityId: string | null): Permission {
  const tenant = useActiveTenant();
  const general = useWritePermission(route);
  const { data } = useQuery({ ...entitiesQuery, enabled: tenant !== null && entityId !== null });
  if (!general.allowed || entityId === null || tenant?.role === 'owner') return general;
  const role = data?.entities.find((e) => e.id === entityId)?.entity_role ?? null;
  return role === null ? { allowed: false, reason: 'Needs an owner or a role in the entity of this account.' } : general;
}

export const entityRoleWord = { entity_admin: 'Entity admin', entity_member: 'Entity member' } as const;

/** Decides for one entity after another: an owner, or an administrator of that very entity. */
export function useEntityPermission(route: Guarded): (entity: Pick<Entity, 'entity_role'>) => Permission {
  const tenant = useActiveTenant();
  const general = useWritePermission(route);
  return (entity) => {
    if (!general.allowed) return general;
    const barred = route.needs === 'entity_admin' && tenant?.role !== 'owner' && entity.entity_role !== 'entity_admin';
    return barred ? { allowed: false, reason: needs.entity_admin.reason } : general;
  };
}
