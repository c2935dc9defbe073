import type { Member } from '@countinghouse/contract/features/people';
import { Badge, Group } from '@mantine/core';
import type { Permission } from '../../lib/use-tenant.ts';
import { GuardedButton } from '../../ui/GuardedButton.tsx';
import { compareText, type GridColumn } from '../../ui/grid/column.ts';
import { Timestamp } from '../../ui/Timestamp.tsx';
import { removePermission, rolePermission } from './barred.ts';

const roleWord = { owner: 'Owner', member: 'Member' } as const;
export const otherRole = { owner: 'member', member: 'owner' } as const;

interface Acts {
  readonly ownId: string | undefined;
  readonly busyId: string | undefined;
  readonly change: Permission;
  readonly remove: Permission;
  readonly onChange: (member: Member) => void;
  readonly onRemove: (id: string) => void;
}

/** The columns of the members; what may be done with one follows the role, the person, and the number of owners. */
export const columnsFor = (all: readonly Member[], acts: Acts): readonly GridColumn<Member>[] => [
  {
    id: 'email',
    header: 'Member',
    width: 'minmax(200px, 2fr)',
    fixed: true,
    compare: (a, b) => compareText(a.email, b.email),
    text: (m) => m.email,
    cell: (m) => (
      <span title={`${m.email} ${m.name}`}>
        <strong>{m.email}</strong> <span className="dimmed">{m.id === acts.ownId ? 'you' : m.name}</span>
      </span>
    ),
  },
  {
    id: 'role',
    header: 'Role',
    width: '92px',
    compare: (a, b) => compareText(a.role, b.role),
    text: (m) => m.role,
    cell: (m) => <Badge color={m.role === 'owner' ? 'grape' : 'gray'}>{roleWord[m.role]}</Badge>,
  },
  {
    id: 'joined',
    header: 'Joined',
    width: '176px',
    descendingFirst: true,
    compare: (a, b) => compareText(a.joined_at, b.joined_at),
    text: (m) => m.joined_at,
    cell: (m) => <Timestamp at={m.joined_at} absolute />,
  },
  {
    id: 'action',
    header: 'Action',
    width: '210px',
    align: 'right',
    cell: (m) => (
      <Group gap={4} justify="flex-end" wrap="nowrap">
        <GuardedButton
          size="compact-xs"
          variant="default"
          loading={acts.busyId === m.id}
          permission={rolePermission(m, all, acts.ownId, acts.change)}
          aria-label={`Make ${otherRole[m.role]}: ${m.email}`}
          onClick={() => acts.onChange(m)}
        >
          {m.role === 'owner' ? 'Make member' : 'Make owner'}
        </GuardedButton>
        <GuardedButton
          size="compact-xs"
          variant="subtle"
          color="red"
          permission={removePermission(m, all, acts.remove)}
          aria-label={`Remove ${m.email}`}
          onClick={() => acts.onRemove(m.id)}
        >
          Remove
        </GuardedButton>
      </Group>
    ),
  },
];
