import type { SigningKey } from '@countinghouse/contract/features/signing-keys';
import { Badge, Group } from '@mantine/core';
import type { Permission } from '../../lib/session/use-tenant.ts';
import { GuardedButton } from '../../ui/form/GuardedButton.tsx';
import { compareText, type GridColumn, TIME_WIDTH } from '../../ui/grid/column.ts';
import { Hash } from '../../ui/value/Hash.tsx';
import { StatusBadge } from '../../ui/value/StatusBadge.tsx';
import { Timestamp } from '../../ui/value/Timestamp.tsx';

export const purposeWord = { chain: 'Chain', intent: 'Intents' } as const;
export const holderOf = (key: SigningKey): string => (key.purpose === 'chain' ? 'The house' : (key.user_email ?? key.user_id ?? ''));

interface Acts {
  /** Of the key that this browser holds. */
  readonly ownKid: string | null;
  /** null: a list to look at. */
  readonly revoke: Permission | null;
  readonly onRevoke: (kid: string) => void;
}

export const columnsFor = ({ ownKid, revoke, onRevoke }: Acts): readonly GridColumn<SigningKey>[] => [
  {
    id: 'label',
    header: 'Label',
    width: 'minmax(150px, 1.3fr)',
    fixed: true,
    compare: (a, b) => compareText(a.label.toLowerCase(), b.label.toLowerCase()),
    text: (k) => k.label,
    cell: (k) => (
      <Group gap={6} wrap="nowrap" title={k.label}>
        <strong>{k.label}</strong>
        {k.kid === ownKid ? (
          <Badge color="blue" flex="none">
            this browser
          </Badge>
        ) : null}
      </Group>
    ),
  },
  {
    id: 'status',
    header: 'Status',
    width: '126px',
    compare: (a, b) => compareText(a.status, b.status),
    text: (k) => k.status,
    cell: (k) => <StatusBadge status={k.status} />,
  },
  {
    id: 'purpose',
    header: 'Signs',
    width: '92px',
    compare: (a, b) => compareText(a.purpose, b.purpose),
    text: (k) => k.purpose,
    cell: (k) => <Badge color={k.purpose === 'chain' ? 'grape' : 'gray'}>{purposeWord[k.purpose]}</Badge>,
  },
  {
    id: 'holder',
    header: 'Held by',
    width: 'minmax(120px, 1fr)',
    compare: (a, b) => compareText(holderOf(a), holderOf(b)),
    text: holderOf,
    cell: (k) => <span title={holderOf(k)}>{holderOf(k)}</span>,
  },
  {
    id: 'algorithm',
    header: 'Algorithm',
    width: '92px',
    text: (k) => k.algorithm,
    cell: (k) => <span className="mono">{k.algorithm}</span>,
  },
  { id: 'kid', header: 'Key id', width: '168px', text: (k) => k.kid, cell: (k) => <Hash value={k.kid} what="key id" /> },
  {
    id: 'created',
    header: 'Created',
    width: TIME_WIDTH,
    descendingFirst: true,
    compare: (a, b) => compareText(a.created_at, b.created_at),
    text: (k) => k.created_at,
    cell: (k) => <Timestamp at={k.created_at} />,
  },
  ...(revoke === null
    ? []
    : [
        {
          id: 'action',
          header: 'Action',
          width: '100px',
          align: 'right' as const,
          cell: (k: SigningKey) =>
            k.active ? (
              <GuardedButton
                size="compact-xs"
                variant="subtle"
                color="red"
                permission={revoke}
                aria-label={`Revoke ${k.label}`}
                onClick={() => onRevoke(k.kid)}
              >
                Revoke
              </GuardedButton>
            ) : null,
        },
      ]),
];
