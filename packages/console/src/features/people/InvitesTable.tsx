import { type Invite, people } from '@countinghouse/contract/features/people';
import { IconMailForward } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { q } from '../../lib/calls/query.ts';
import { roleColor, roleWord, useWritePermission } from '../../lib/session/use-tenant.ts';
import { showRelative } from '../../lib/values/time.ts';
import { GuardedButton } from '../../ui/form/GuardedButton.tsx';
import { actions, badge, text } from '../../ui/grid/columns.tsx';
import { ListGrid } from '../../ui/list/ListGrid.tsx';
import { useList } from '../../ui/list/use-list.ts';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { Panel } from '../../ui/page/Panel.tsx';
import { PEOPLE_PAGE_SIZE, type PeopleSearch } from './search.ts';

interface InvitesTableProps {
  readonly search: PeopleSearch;
  readonly onChange: (change: Partial<PeopleSearch>, options?: { replace?: boolean }) => void;
}

/** Invitations that were neither accepted nor revoked. */
export function InvitesTable({ search, onChange }: InvitesTableProps) {
  const source = useQuery(q(people.invites));
  const permission = useWritePermission(people.revokeInvite);
  const columns = [
    text<Invite>('email', 'Email', 'minmax(120px, 1fr)', (i) => i.email, { fixed: true, titled: true }),
    badge<Invite>('role', 'Role', '86px', (i) => roleWord[i.role], { color: (i) => roleColor[i.role] }),
    text<Invite>('expires', 'Expires', '90px', (i) => i.expires_at, {
      cell: (i) => (
        <time dateTime={i.expires_at} title={i.expires_at} className="dimmed">
          {showRelative(i.expires_at, Date.now())}
        </time>
      ),
    }),
    actions<Invite>('88px', (i) => (
      <GuardedButton
        size="compact-xs"
        variant="subtle"
        color="red"
        permission={permission}
        aria-label={`Revoke the invitation of ${i.email}`}
        onClick={() => onChange({ revoke: i.id })}
      >
        Revoke
      </GuardedButton>
    )),
  ];
  const list = useList({
    id: 'invites',
    columns,
    source,
    rows: source.data?.invites,
    rowId: (i) => i.id,
    search,
    setSearch: onChange,
    filters: [],
  });
  return (
    <Panel title="Pending invitations" flush>
      <ListGrid
        list={list}
        label="Pending invitations"
        plain
        failed="Could not load the invitations"
        empty={
          <EmptyState icon={IconMailForward} title="No pending invitations">
            Who is invited appears here until they accept.
          </EmptyState>
        }
        pages={{ size: PEOPLE_PAGE_SIZE }}
        pageKey="invites"
      />
    </Panel>
  );
}
