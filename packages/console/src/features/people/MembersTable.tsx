import { approvals } from '@countinghouse/contract/features/approvals';
import { auth } from '@countinghouse/contract/features/auth';
import { events } from '@countinghouse/contract/features/events';
import { type Member, people, type TenantRole } from '@countinghouse/contract/features/people';
import { tenants } from '@countinghouse/contract/features/tenants';
import { IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { q } from '../../lib/calls/query.ts';
import { useWrite } from '../../lib/calls/use-write.ts';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { FilterInput } from '../../ui/form/FilterInput.tsx';
import { DataGrid } from '../../ui/grid/DataGrid.tsx';
import { useGrid } from '../../ui/grid/use-grid.ts';
import { RefreshButton } from '../../ui/list/RefreshButton.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { columnsFor } from './member-columns.tsx';
import { PEOPLE_PAGE_SIZE, type PeopleSearch } from './search.ts';

const MIN_WIDTH_PX = 760;
const none: readonly Member[] = [];
const textOf = (m: Member): string => `${m.email} ${m.name} ${m.role}`.toLowerCase();

interface MembersTableProps {
  readonly search: PeopleSearch;
  readonly onChange: (change: Partial<PeopleSearch>, options?: { replace?: boolean }) => void;
}

/** The members, with the way to change their role and to remove them. */
export function MembersTable({ search: { q: words = '', sort, page }, onChange }: MembersTableProps) {
  const source = useQuery(q(people.members));
  const ownId = useQuery(q(auth.session)).data?.user?.id;
  const change = useWritePermission(people.changeRole);
  const remove = useWritePermission(people.removeMember);
  const changing = useWrite(people.changeRole, {
    input: ({ member: { id }, role }: { readonly member: Member; readonly role: TenantRole }) => ({ params: { id }, body: { role } }),
    said: 'Role updated',
    touches: [people, tenants, events, approvals],
  });
  const all = source.data?.members ?? none;
  const shown = useMemo(() => all.filter((m) => textOf(m).includes(words.trim().toLowerCase())), [all, words]);
  const busyId = changing.isPending ? changing.variables.member.id : undefined;
  const columns = columnsFor(all, {
    ownId,
    busyId,
    change,
    remove,
    onChange: (member, role) => changing.mutate({ member, role }),
    onRemove: (id) => onChange({ remove: id }),
  });
  const grid = useGrid({
    id: 'members',
    columns,
    rows: shown,
    rowId: (m) => m.id,
    sort,
    onSort: (next) => onChange({ sort: next }, { replace: true }),
  });
  return (
    <DataGrid
      label="Members"
      grid={grid}
      source={source}
      failed="Could not load the members"
      minWidth={MIN_WIDTH_PX}
      onClearFilters={words === '' ? undefined : () => onChange({ q: undefined, page: undefined })}
      empty={<EmptyState icon={IconUsers} title="No members" />}
      toolbar={
        <FilterInput
          label="Filter members"
          placeholder="Filter by email, name or role…"
          value={words}
          onChange={(next) => onChange({ q: next || undefined, page: undefined }, { replace: true })}
        />
      }
      toolbarEnd={
        <>
          <span role="status">
            {shown.length} of {all.length} members
          </span>
          <RefreshButton updatedAtMs={source.dataUpdatedAt} busy={source.isFetching} onRefresh={() => void source.refetch()} />
        </>
      }
      paging={{ page: page ?? 1, pageSize: PEOPLE_PAGE_SIZE, onPage: (next) => onChange({ page: next === 1 ? undefined : next }) }}
    />
  );
}
