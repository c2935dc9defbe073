import { messageOf } from '@countinghouse/contract/errors';
import { auth } from '@countinghouse/contract/features/auth';
import { ENTITIES_PAGE_SIZE, type Entity, type EntityRole, entities } from '@countinghouse/contract/features/entities';
import { Badge, Group } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { q } from '../../lib/calls/query.ts';
import { entityRoleWord, useEntityPermission } from '../../lib/session/use-entity.ts';
import type { Permission } from '../../lib/session/use-tenant.ts';
import { FilterInput } from '../../ui/form/FilterInput.tsx';
import { GuardedButton } from '../../ui/form/GuardedButton.tsx';
import { compareText, type GridColumn } from '../../ui/grid/column.ts';
import { DataGrid } from '../../ui/grid/DataGrid.tsx';
import { useGrid } from '../../ui/grid/use-grid.ts';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import type { EntityMember, MembersSource } from './members.ts';
import type { EntityMembersSearch } from './search.ts';

const MIN_WIDTH_PX = 560;
const none: readonly EntityMember[] = [];
const textOf = (m: EntityMember): string => `${m.email} ${m.name} ${entityRoleWord[m.role]}`.toLowerCase();

interface EntityMembersTableProps {
  readonly entity: Entity;
  readonly source: MembersSource;
  readonly search: EntityMembersSearch;
  readonly busyId: string | null;
  readonly onSearch: (change: Partial<EntityMembersSearch>, options?: { replace?: boolean }) => void;
  readonly onRole: (userId: string, role: EntityRole) => void;
}

export function EntityMembersTable({ entity, source, search: { q: words = '', page }, busyId, onSearch, onRole }: EntityMembersTableProps) {
  const ownId = useQuery(q(auth.session)).data?.user?.id;
  const role = useEntityPermission(entities.setRole)(entity);
  const remove = useEntityPermission(entities.removeMember)(entity);
  const notOneself = (member: EntityMember, general: Permission): Permission =>
    general.allowed && member.id === ownId ? { allowed: false, reason: messageOf('CANNOT_SELF_CHANGE') } : general;
  const columns: readonly GridColumn<EntityMember>[] = [
    {
      id: 'email',
      header: 'Member',
      width: 'minmax(180px, 2fr)',
      fixed: true,
      compare: (a, b) => compareText(a.email, b.email),
      text: (m) => m.email,
      cell: (m) => (
        <span>
          <strong>{m.email}</strong> <span className="dimmed">{m.id === ownId ? 'you' : m.name}</span>
        </span>
      ),
    },
    {
      id: 'role',
      header: 'Role',
      width: '128px',
      compare: (a, b) => compareText(a.role, b.role),
      text: (m) => m.role,
      cell: (m) => <Badge color={m.role === 'entity_admin' ? 'grape' : 'gray'}>{entityRoleWord[m.role]}</Badge>,
    },
    {
      id: 'action',
      header: 'Action',
      width: '180px',
      align: 'right',
      cell: (m) => {
        const isAdmin = m.role === 'entity_admin';
        return (
          <Group gap={4} justify="flex-end" wrap="nowrap">
            <GuardedButton
              size="compact-xs"
              variant="default"
              loading={busyId === m.id}
              permission={notOneself(m, role)}
              aria-label={`${isAdmin ? 'Demote' : 'Promote'} ${m.email}`}
              onClick={() => onRole(m.id, isAdmin ? 'entity_member' : 'entity_admin')}
            >
              {isAdmin ? 'Demote' : 'Promote'}
            </GuardedButton>
            <GuardedButton
              size="compact-xs"
              variant="subtle"
              color="red"
              permission={notOneself(m, remove)}
              aria-label={`Remove ${m.email}`}
              onClick={() => onSearch({ remove: m.id })}
            >
              Remove
            </GuardedButton>
          </Group>
        );
      },
    },
  ];
  const all = source.data?.members ?? none;
  const shown = useMemo(() => all.filter((m) => textOf(m).includes(words.trim().toLowerCase())), [all, words]);
  const grid = useGrid({ id: 'entity-members', columns, rows: shown, rowId: (m) => m.id });
  return (
    <DataGrid
      label="Entity members"
      grid={grid}
      source={source}
      failed="Could not load the members"
      minWidth={MIN_WIDTH_PX}
      onClearFilters={words === '' ? undefined : () => onSearch({ q: undefined, page: undefined })}
      empty={
        <EmptyState icon={IconUsers} title="Nobody works in this entity yet">
          Add people from the organisation. Owners may post everywhere without a role here.
        </EmptyState>
      }
      toolbar={
        <FilterInput
          label="Filter entity members"
          placeholder="Filter by email, name or role…"
          value={words}
          onChange={(next) => onSearch({ q: next || undefined, page: undefined }, { replace: true })}
        />
      }
      toolbarEnd={
        <span role="status">
          {shown.length} of {all.length} members
        </span>
      }
      paging={{ page: page ?? 1, pageSize: ENTITIES_PAGE_SIZE, onPage: (next) => onSearch({ page: next === 1 ? undefined : next }) }}
    />
  );
}
