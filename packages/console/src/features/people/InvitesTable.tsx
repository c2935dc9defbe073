import { type Invite, people } from '@countinghouse/contract/features/people';
import { Badge } from '@mantine/core';
import { IconMailForward } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { q } from '../../lib/calls/query.ts';
import { roleColor, roleWord, useWritePermission } from '../../lib/session/use-tenant.ts';
import { showRelative } from '../../lib/values/time.ts';
import { GuardedButton } from '../../ui/form/GuardedButton.tsx';
import type { GridColumn } from '../../ui/grid/column.ts';
import { DataGrid } from '../../ui/grid/DataGrid.tsx';
import { useGrid } from '../../ui/grid/use-grid.ts';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { Panel } from '../../ui/page/Panel.tsx';
import { PEOPLE_PAGE_SIZE } from './search.ts';

const none: readonly Invite[] = [];

interface InvitesTableProps {
  readonly page: number;
  readonly onPage: (page: number | undefined) => void;
  readonly onRevoke: (id: string) => void;
}

/** Invitations that were neither accepted nor revoked. */
export function InvitesTable({ page, onPage, onRevoke }: InvitesTableProps) {
  const source = useQuery(q(people.invites));
  const permission = useWritePermission(people.revokeInvite);
  const columns: readonly GridColumn<Invite>[] = [
    { id: 'email', header: 'Email', width: 'minmax(120px, 1fr)', fixed: true, cell: (i) => <span title={i.email}>{i.email}</span> },
    {
      id: 'role',
      header: 'Role',
      width: '86px',
      cell: (i) => <Badge color={roleColor[i.role]}>{roleWord[i.role]}</Badge>,
    },
    {
      id: 'expires',
      header: 'Expires',
      width: '90px',
      cell: (i) => (
        <time dateTime={i.expires_at} title={i.expires_at} className="dimmed">
          {showRelative(i.expires_at, Date.now())}
        </time>
      ),
    },
    {
      id: 'action',
      header: 'Action',
      width: '88px',
      align: 'right',
      cell: (i) => (
        <GuardedButton
          size="compact-xs"
          variant="subtle"
          color="red"
          permission={permission}
          aria-label={`Revoke the invitation of ${i.email}`}
          onClick={() => onRevoke(i.id)}
        >
          Revoke
        </GuardedButton>
      ),
    },
  ];
  const grid = useGrid({ id: 'invites', columns, rows: source.data?.invites ?? none, rowId: (i) => i.id });
  return (
    <Panel title="Pending invitations" flush>
      <DataGrid
        label="Pending invitations"
        grid={grid}
        source={source}
        plain
        failed="Could not load the invitations"
        empty={
          <EmptyState icon={IconMailForward} title="No pending invitations">
            Who is invited appears here until they accept.
          </EmptyState>
        }
        paging={{ page, pageSize: PEOPLE_PAGE_SIZE, onPage: (next) => onPage(next === 1 ? undefined : next) }}
      />
    </Panel>
  );
}
