import { approvals } from '@countinghouse/contract/features/approvals';
import { auth } from '@countinghouse/contract/features/auth';
import { events } from '@countinghouse/contract/features/events';
import { type Member, people, type TenantRole } from '@countinghouse/contract/features/people';
import { tenants } from '@countinghouse/contract/features/tenants';
import { IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { q } from '../../lib/calls/query.ts';
import { useWrite } from '../../lib/calls/use-write.ts';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { ListGrid } from '../../ui/list/ListGrid.tsx';
import { says, useList } from '../../ui/list/use-list.ts';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { columnsFor } from './member-columns.tsx';
import { PEOPLE_PAGE_SIZE, type PeopleSearch } from './search.ts';

const MIN_WIDTH_PX = 760;
const none: readonly Member[] = [];
const keep = (m: Member, { q: typed }: PeopleSearch): boolean => says(typed, m.email, m.name, m.role);

interface MembersTableProps {
  readonly search: PeopleSearch;
  readonly onChange: (change: Partial<PeopleSearch>, options?: { replace?: boolean }) => void;
}

/** The members, with the way to change their role and to remove them. */
export function MembersTable({ search, onChange }: MembersTableProps) {
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
  const busyId = changing.isPending ? changing.variables.member.id : undefined;
  const columns = columnsFor(all, {
    ownId,
    busyId,
    change,
    remove,
    onChange: (member, role) => changing.mutate({ member, role }),
    onRemove: (id) => onChange({ remove: id }),
  });
  const list = useList({
    id: 'members',
    columns,
    source,
    rows: source.data?.members,
    rowId: (m) => m.id,
    search,
    setSearch: onChange,
    keep,
  });
  return (
    <ListGrid
      list={list}
      label="Members"
      failed="Could not load the members"
      minWidth={MIN_WIDTH_PX}
      empty={<EmptyState icon={IconUsers} title="No members" />}
      filter={{ label: 'Filter members', placeholder: 'Filter by email, name or role…' }}
      counts={{ sentence: `${list.shown.length} of ${all.length} members` }}
      pages={{ size: PEOPLE_PAGE_SIZE }}
    />
  );
}
