import { approvals } from '@countinghouse/contract/features/approvals';
import { auth } from '@countinghouse/contract/features/auth';
import { events } from '@countinghouse/contract/features/events';
import { type Member, people, type TenantRole } from '@countinghouse/contract/features/people';
import { secondFactors } from '@countinghouse/contract/features/second-factors';
import { tenants } from '@countinghouse/contract/features/tenants';
import { IconUserPlus, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { q } from '../../lib/calls/query.ts';
import { useWrite } from '../../lib/calls/use-write.ts';
import { useUrlState } from '../../lib/screen/url-state.ts';
import { useCapabilities, useWritePermission } from '../../lib/session/use-tenant.ts';
import { ExportButton } from '../../ui/list/ExportButton.tsx';
import { ListPage } from '../../ui/list/ListPage.tsx';
import { useFirstAction } from '../../ui/list/use-first-action.tsx';
import { says, useList } from '../../ui/list/use-list.ts';
import { Views } from '../../ui/list/Views.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { columnsFor, compactRow, type Person } from './columns.tsx';
import { InviteDialog } from './InviteDialog.tsx';
import { RemoveMember } from './RemoveMember.tsx';
import { RevokeInvite } from './RevokeInvite.tsx';
import { PEOPLE_PAGE_SIZE, PeopleSearch } from './search.ts';

const MIN_WIDTH_PX = 780;
const none: readonly Member[] = [];

const keep = (p: Person, { q: typed, show }: PeopleSearch): boolean =>
  (show === undefined || (show === 'members') === 'member' in p) && says(typed, p.email, 'member' in p ? p.member.name : 'invited', p.role);

/** Who belongs to the organisation, in which role, and who is invited: one list, each with what can be done. */
export function PeoplePage() {
  const [search, setSearch] = useUrlState(PeopleSearch);
  const members = useQuery(q(people.members));
  const invites = useQuery(q(people.invites));
  const ownId = useQuery(q(auth.session)).data?.user?.id;
  const isOwner = useCapabilities().includes('tenant:owner');
  const factors = useQuery({ ...q(secondFactors.members), enabled: isOwner }).data?.members;
  const permission = useWritePermission(people.invite);
  const changing = useWrite(people.changeRole, {
    input: ({ member: { id }, role }: { readonly member: Member; readonly role: TenantRole }) => ({ params: { id }, body: { role } }),
    said: 'Role updated',
    touches: [people, tenants, events, approvals],
  });
  const all = members.data?.members ?? none;
  const invited = invites.data?.invites;
  const rows = useMemo(
    (): readonly Person[] | undefined =>
      members.data === undefined || invited === undefined
        ? undefined
        : [
            ...members.data.members.map((member) => ({
              id: member.id,
              email: member.email,
              role: member.role,
              member,
              factor: factors?.find((f) => f.id === member.id),
            })),
            // Whoever accepted just now is in one answer already, and perhaps still invited in the other.
            ...invited
              .filter(({ email }) => members.data.members.every((member) => member.email !== email))
              .map((invite) => ({ id: invite.id, email: invite.email, role: invite.role, invite })),
          ],
    [members.data, invited, factors],
  );
  const acts = {
    members: all,
    ownId,
    busyId: changing.isPending ? changing.variables.member.id : undefined,
    change: useWritePermission(people.changeRole),
    remove: useWritePermission(people.removeMember),
    revoke: useWritePermission(people.revokeInvite),
    onChange: (member: Member, role: TenantRole) => changing.mutate({ member, role }),
    onRemove: (id: string) => setSearch({ remove: id }),
    onRevoke: (id: string) => setSearch({ revoke: id }),
  };
  const list = useList({
    id: 'people',
    columns: columnsFor(acts),
    source: { ...members, refetch: () => Promise.all([members.refetch(), invites.refetch()]) },
    rows,
    rowId: (p) => p.id,
    search,
    setSearch,
    keep,
    filters: ['q', 'show'],
  });
  const inviteButton = useFirstAction({
    label: 'Invite a person',
    icon: IconUserPlus,
    permission,
    run: () => setSearch({ ask: 'invite' }),
  });
  const view = (name: string, show: PeopleSearch['show'], count: number | undefined) => ({
    name,
    count,
    current: search.show === show,
    show: () => list.narrow({ show }),
  });
  return (
    <ListPage
      list={list}
      title="People"
      description="Who belongs to the organisation, in which role, and who is invited."
      actions={
        <>
          <ExportButton grid={list.grid} fileName="people.csv" />
          {inviteButton}
        </>
      }
      above={
        <Views
          label="Views"
          views={[
            view('Everyone', undefined, rows?.length),
            view('Members', 'members', members.data?.members.length),
            view('Invited', 'invited', invited?.length),
          ]}
        />
      }
      label="People"
      failed="Could not load the people"
      minWidth={MIN_WIDTH_PX}
      compact={{ belowPx: MIN_WIDTH_PX, row: (p) => compactRow(acts, p) }}
      empty={<EmptyState icon={IconUsers} title="Nobody yet" action={inviteButton} />}
      filter={{ label: 'Filter people', placeholder: 'Name, email or role…' }}
      counts="people"
      pages={{ size: PEOPLE_PAGE_SIZE }}
    >
      <InviteDialog opened={search.ask === 'invite'} onClose={() => setSearch({ ask: undefined })} />
      <RemoveMember member={all.find((m) => m.id === search.remove)} onClose={() => setSearch({ remove: undefined })} />
      <RevokeInvite id={search.revoke} onClose={() => setSearch({ revoke: undefined })} />
    </ListPage>
  );
}
