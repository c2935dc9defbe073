import { type EntityRole, entities } from '@countinghouse/contract/features/entities';
import type { RouteOk } from '@countinghouse/contract/wire';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/calls/client.ts';
import { keys } from '../../lib/calls/queries.ts';

export type EntityMembers = RouteOk<typeof entities.members>;
export type EntityMember = EntityMembers['members'][number];
export type TenantMember = EntityMembers['tenantMembers'][number];

/** What the two lists of the screen read. */
export interface MembersSource {
  readonly data: EntityMembers | undefined;
  readonly isPending: boolean;
  readonly isError: boolean;
  readonly error: unknown;
  readonly refetch: () => unknown;
}

export interface RoleChange {
  readonly entityId: string;
  readonly userId: string;
  readonly role: EntityRole;
  readonly isNew: boolean;
}

export const entityMembersQuery = (entityId: string) =>
  queryOptions({
    queryKey: [...keys.members, entityId],
    queryFn: ({ signal }) => call(entities.members, { query: { entityId } }, { signal }),
  });
