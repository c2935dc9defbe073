import { type EntityRole, entities } from '@countinghouse/contract/features/entities';
import type { RouteOk } from '@countinghouse/contract/wire';
import { q } from '../../lib/calls/query.ts';

export type EntityMembers = RouteOk<typeof entities.members>;
export type EntityMember = EntityMembers['members'][number];
export type TenantMember = EntityMembers['tenantMembers'][number];

/** What to call somebody in a list: a person by the e-mail, a service account by its name. */
export const labelOf = ({ kind, email, name }: TenantMember): string => (kind === 'person' ? email : name);
/** What stands beside it. */
export const noteOf = ({ kind, name }: TenantMember): string => (kind === 'person' ? name : 'Service account');

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

export const entityMembersQuery = (entityId: string) => q(entities.members, { query: { entityId } });
