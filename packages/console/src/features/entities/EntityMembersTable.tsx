import { auth } from '@countinghouse/contract/features/auth';
import { ENTITIES_PAGE_SIZE, type Entity, type EntityRole, entities } from '@countinghouse/contract/features/entities';
import { messageOf } from '@countinghouse/contract/messages';
import { Group } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { q } from '../../lib/calls/query.ts';
import { entityRoleWord, useEntityPermission } from '../../lib/session/use-entity.ts';
import type { Permission } from '../../lib/session/use-tenant.ts';
import { GuardedButton } from '../../ui/form/GuardedButton.tsx';
import { actions, badge, text } from '../../ui/grid/columns.tsx';
import { ListGrid } from '../../ui/list/ListGrid.tsx';
import { says, useList } from '../../ui/list/use-list.ts';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { type EntityMember, labelOf, type MembersSource, noteOf } from './members.ts';
import type { EntityMembersSearch } from './search.ts';

const MIN_WIDTH_PX = 560;
const keep = (m: EntityMember, { q: typed }: EntityMembersSearch): boolean => says(typed, labelOf(m), noteOf(m), entityRoleWord[m.role]);

interface EntityMembersTableProps {
  readonly entity: Entity;
  readonly source: MembersSource;
  readonly search: EntityMembersSearch;
  readonly busyId: string | null;
  readonly onSearch: (change: Partial<EntityMembersSearch>, options?: { replace?: boolean }) => void;
  readonly onRole: (userId: string, role: EntityRole) => void;
}

export function EntityMembersTable({ entity, source, search, busyId, onSearch, onRole }: EntityMembersTableProps) {
  const ownId = useQuery(q(auth.session)).data?.user?.id;
  const role = useEntityPermission(entities.setRole)(entity);
  const remove = useEntityPermission(entities.removeMember)(entity);
  const notOneself = (member: EntityMember, general: Permission): Permission =>
    general.allowed && member.id === ownId ? { allowed: false, reason: messageOf('CANNOT_SELF_CHANGE') } : general;
  const columns = [
    text<EntityMember>('email', 'Member', 'minmax(180px, 2fr)', labelOf, {
      fixed: true,
      sort: true,
      cell: (m) => (
        <span>
          <strong>{labelOf(m)}</strong> <span className="dimmed">{m.id === ownId ? 'you' : noteOf(m)}</span>
        </span>
      ),
    }),
    badge<EntityMember>('role', 'Role', '128px', (m) => entityRoleWord[m.role], {
      sort: (m) => m.role,
      color: (m) => (m.role === 'entity_admin' ? 'grape' : 'gray'),
      file: (m) => m.role,
    }),
    actions<EntityMember>('180px', (m) => {
      const isAdmin = m.role === 'entity_admin';
      return (
        <Group gap={4} justify="flex-end" wrap="nowrap">
          <GuardedButton
            size="compact-xs"
            variant="default"
            loading={busyId === m.id}
            permission={notOneself(m, role)}
            aria-label={`${isAdmin ? 'Demote' : 'Promote'} ${labelOf(m)}`}
            onClick={() => onRole(m.id, isAdmin ? 'entity_member' : 'entity_admin')}
          >
            {isAdmin ? 'Demote' : 'Promote'}
          </GuardedButton>
          <GuardedButton
            size="compact-xs"
            variant="subtle"
            color="red"
            permission={notOneself(m, remove)}
            aria-label={`Remove ${labelOf(m)}`}
            onClick={() => onSearch({ remove: m.id })}
          >
            Remove
          </GuardedButton>
        </Group>
      );
    }),
  ];
  const list = useList({
    id: 'entity-members',
    columns,
    source,
    rows: source.data?.members,
    rowId: (m) => m.id,
    search,
    setSearch: onSearch,
    keep,
  });
  return (
    <ListGrid
      list={list}
      label="Entity members"
      fileName="entity-members.csv"
      failed="Could not load the members"
      minWidth={MIN_WIDTH_PX}
      empty={
        <EmptyState icon={IconUsers} title="Nobody works in this entity yet">
          Add people and service accounts of the organisation. Owners may post everywhere without a role here.
        </EmptyState>
      }
      filter={{ label: 'Filter entity members', placeholder: 'Filter by email, name or role…' }}
      counts={{ sentence: `${list.shown.length} of ${list.all.length} members` }}
      refresh={false}
      pages={{ size: ENTITIES_PAGE_SIZE }}
    />
  );
}
