import type { ApiKey } from '@countinghouse/contract/features/api-keys';
import { Badge } from '@mantine/core';
import type { Permission } from '../../lib/session/use-tenant.ts';
import { GuardedButton } from '../../ui/form/GuardedButton.tsx';
import { compareText, type GridColumn, TIME_WIDTH } from '../../ui/grid/column.ts';
import { StatusBadge } from '../../ui/value/StatusBadge.tsx';
import { Timestamp } from '../../ui/value/Timestamp.tsx';

const grantColor = { read: 'gray', post: 'blue', admin: 'grape' } as const;
export const makerOf = (key: ApiKey): string => key.user_email ?? key.user_id;

interface Acts {
  /** null: a list to look at. */
  readonly revoke: Permission | null;
  readonly onRevoke: (id: string) => void;
}

export const columnsFor = ({ revoke, onRevoke }: Acts): readonly GridColumn<ApiKey>[] => [
  {
    id: 'name',
    header: 'Name',
    width: 'minmax(140px, 1.3fr)',
    fixed: true,
    compare: (a, b) => compareText(a.name.toLowerCase(), b.name.toLowerCase()),
    text: (k) => k.name,
    cell: (k) => <strong title={k.name}>{k.name}</strong>,
  },
  {
    id: 'status',
    header: 'Status',
    width: '110px',
    compare: (a, b) => compareText(a.status, b.status),
    text: (k) => k.status,
    cell: (k) => <StatusBadge status={k.status} />,
  },
  {
    id: 'grant',
    header: 'Grant',
    width: '84px',
    compare: (a, b) => compareText(a.grant, b.grant),
    text: (k) => k.grant,
    cell: (k) => <Badge color={grantColor[k.grant]}>{k.grant}</Badge>,
  },
  {
    id: 'maker',
    header: 'Made by',
    width: 'minmax(130px, 1fr)',
    compare: (a, b) => compareText(makerOf(a), makerOf(b)),
    text: makerOf,
    cell: (k) => <span title={makerOf(k)}>{makerOf(k)}</span>,
  },
  {
    id: 'hint',
    header: 'Begins with',
    width: '100px',
    text: (k) => k.hint,
    cell: (k) => <span className="mono">{k.hint}…</span>,
  },
  {
    id: 'rate',
    header: 'Calls a minute',
    width: '112px',
    align: 'right',
    text: (k) => String(k.rate_per_minute ?? ''),
    cell: (k) => (k.rate_per_minute === null ? <span className="dimmed">no own limit</span> : k.rate_per_minute),
  },
  {
    id: 'used',
    header: 'Last used',
    width: TIME_WIDTH,
    descendingFirst: true,
    compare: (a, b) => compareText(a.last_used_at ?? '', b.last_used_at ?? ''),
    text: (k) => k.last_used_at ?? '',
    cell: (k) => (k.last_used_at === null ? <span className="dimmed">never</span> : <Timestamp at={k.last_used_at} />),
  },
  {
    id: 'expires',
    header: 'Expires',
    width: TIME_WIDTH,
    compare: (a, b) => compareText(a.expires_at, b.expires_at),
    text: (k) => k.expires_at,
    cell: (k) => <Timestamp at={k.expires_at} />,
  },
  ...(revoke === null
    ? []
    : [
        {
          id: 'action',
          header: 'Action',
          width: '92px',
          align: 'right' as const,
          cell: (k: ApiKey) =>
            k.status === 'active' ? (
              <GuardedButton
                size="compact-xs"
                variant="subtle"
                color="red"
                permission={revoke}
                aria-label={`Revoke ${k.name}`}
                onClick={() => onRevoke(k.id)}
              >
                Revoke
              </GuardedButton>
            ) : null,
        },
      ]),
];
