import type { Member, TenantRole } from '@countinghouse/contract/features/people';
import { Group } from '@mantine/core';
import { type Permission, roleColor, roleWord } from '../../lib/session/use-tenant.ts';
import { GuardedButton } from '../../ui/form/GuardedButton.tsx';
import { actions, badge, instant, text } from '../../ui/grid/columns.tsx';
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
export const columnsFor = (all: readonly Member[], acts: Acts) => [
  text<Member>('email', 'Member', 'minmax(200px, 2fr)', (m) => m.email, {
    fixed: true,
    sort: true,
    cell: (m) => (
      <span title={`${m.email} ${m.name}`}>
        <strong>{m.email}</strong> <span className="dimmed">{m.id === acts.ownId ? 'you' : m.name}</span>
      </span>
    ),
  }),
  badge<Member>('role', 'Role', '92px', (m) => roleWord[m.role], {
    sort: (m) => m.role,
    color: (m) => roleColor[m.role],
    file: (m) => m.role,
  }),
  instant<Member>('joined', 'Joined', (m) => m.joined_at, { sort: true, absolute: true }),
  actions<Member>('290px', (m) => (
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
  )),
];
