import type { Member, TenantRole } from '@countinghouse/contract/features/people';
import { Badge, Group } from '@mantine/core';
import { type Permission, roleColor, roleWord } from '../../lib/session/use-tenant.ts';
import { GuardedButton } from '../../ui/form/GuardedButton.tsx';
import { compareText, type GridColumn } from '../../ui/grid/column.ts';
import { Timestamp } from '../../ui/value/Timestamp.tsx';
import { removePermission, rolePermission } from './barred.ts';

/** The roles that somebody of this role can be given. */
const otherRoles: Readonly<Record<TenantRole, readonly TenantRole[]>> = {
  owner: ['member'],
  member: ['owner', 'auditor'],
  auditor: ['member'],
};

interface Acts {
  readonly ownId: string | undefined;
  readonly busyId: string | undefined;
  readonly change: Permission;
  readonly remove: Permission;
  readonly onChange: (member: Member, role: TenantRole) => void;
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
    cell: (m) => <Badge color={roleColor[m.role]}>{roleWord[m.role]}</Badge>,
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
    width: '290px',
    align: 'right',
    cell: (m) => (
      <Group gap={4} justify="flex-end" wrap="nowrap">
        {otherRoles[m.role].map((role) => (
          <GuardedButton
            key={role}
            size="compact-xs"
            variant="default"
            loading={acts.busyId === m.id}
            permission={rolePermission(m, all, acts.ownId, acts.change)}
            aria-label={`Make ${role}: ${m.email}`}
            onClick={() => acts.onChange(m, role)}
          >
            Make {role}
          </GuardedButton>
        ))}
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
