import type { Invite, Member, TenantRole } from '@countinghouse/contract/features/people';
import type { MemberSecondFactor } from '@countinghouse/contract/features/second-factors';
import { IconMailForward, IconTrash, IconUserCog, IconUserMinus } from '@tabler/icons-react';
import { type Permission, roleColor, roleWord } from '../../lib/session/use-tenant.ts';
import { showDay, showRelative } from '../../lib/values/time.ts';
import { actions, badge, dash, text } from '../../ui/grid/columns.tsx';
import { type RowAct, RowMenu } from '../../ui/list/RowMenu.tsx';
import { StatusBadge } from '../../ui/value/StatusBadge.tsx';
import { removePermission, rolePermission } from './barred.ts';
import classes from './People.module.css';

/** Somebody who belongs to the organisation, or is invited to it. */
export type Person = { readonly id: string; readonly email: string; readonly role: TenantRole } & (
  | { readonly member: Member; readonly factor: MemberSecondFactor | undefined }
  | { readonly invite: Invite }
);

/** The roles that somebody of this role can be given. */
const otherRoles: Readonly<Record<TenantRole, readonly TenantRole[]>> = {
  owner: ['member'],
  member: ['owner', 'auditor'],
  auditor: ['member'],
};

export interface Acts {
  readonly members: readonly Member[];
  readonly ownId: string | undefined;
  readonly busyId: string | undefined;
  readonly change: Permission;
  readonly remove: Permission;
  readonly revoke: Permission;
  readonly onChange: (member: Member, role: TenantRole) => void;
  readonly onRemove: (id: string) => void;
  readonly onRevoke: (id: string) => void;
}

const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('');

const nameOf = (p: Person): string => ('member' in p && p.member.name !== '' ? p.member.name : p.email);

/** Name and address; of whom is invited the address and until when. */
function Named({ person, ownId }: { readonly person: Person; readonly ownId: string | undefined }) {
  const isMember = 'member' in person;
  const name = nameOf(person);
  return (
    <span className={classes['person']} title={`${name} ${person.email}`}>
      <span aria-hidden className={`${classes['avatar']} ${isMember ? '' : classes['invited']}`}>
        {isMember ? initialsOf(name) : <IconMailForward size={14} stroke={1.7} />}
      </span>
      <span className={classes['names']}>
        <strong>
          {name}
          {person.id === ownId ? <span className="dimmed"> you</span> : null}
        </strong>
        <span className="dimmed">
          {isMember ? (name === person.email ? '' : person.email) : `Invitation ends ${showRelative(person.invite.expires_at, Date.now())}`}
        </span>
      </span>
    </span>
  );
}

/** What can be done with somebody: it follows the role, the person, and the number of owners. */
function PersonMenu({ person, acts }: { readonly person: Person; readonly acts: Acts }) {
  if (!('member' in person)) {
    const revoke = {
      label: 'Revoke invitation',
      icon: IconTrash,
      permission: acts.revoke,
      ends: true,
      run: () => acts.onRevoke(person.id),
    };
    return <RowMenu of={person.email} acts={[revoke]} />;
  }
  const { member } = person;
  const roles: readonly RowAct[] = otherRoles[member.role].map((role) => ({
    label: `Make ${role}`,
    icon: IconUserCog,
    permission: rolePermission(member, acts.members, acts.ownId, acts.change),
    run: () => acts.onChange(member, role),
  }));
  const remove = {
    label: 'Remove…',
    icon: IconUserMinus,
    permission: removePermission(member, acts.members, acts.remove),
    ends: true,
    run: () => acts.onRemove(member.id),
  };
  return <RowMenu of={person.email} acts={[...roles, remove]} busy={acts.busyId === member.id} />;
}

const day = (at: string) => (
  <time dateTime={at} title={at}>
    {showDay(at.slice(0, 10))}
  </time>
);

export const columnsFor = (acts: Acts) => [
  text<Person>('person', 'Person', 'minmax(240px, 2.4fr)', (p) => p.email, {
    fixed: true,
    sort: nameOf,
    cell: (p) => <Named person={p} ownId={acts.ownId} />,
  }),
  badge<Person>('role', 'Role', 'minmax(96px, 0.6fr)', (p) => roleWord[p.role], {
    sort: (p) => p.role,
    color: (p) => roleColor[p.role],
    file: (p) => p.role,
  }),
  text<Person>(
    'factor',
    'Second factor',
    'minmax(130px, 0.8fr)',
    (p) => ('invite' in p ? 'invited' : p.factor === undefined ? null : p.factor.active ? 'on' : 'none'),
    {
      cell: (p) =>
        'invite' in p ? (
          <StatusBadge status="pending" plain />
        ) : p.factor?.active === true ? (
          <StatusBadge status="on" plain />
        ) : (
          <span className={classes['none']}>None</span>
        ),
    },
  ),
  text<Person>('seen', 'Last sign-in', 'minmax(120px, 0.8fr)', (p) => ('member' in p ? (p.factor?.last_sign_in_at ?? null) : null), {
    sort: true,
    cell: (p) => ('member' in p && p.factor?.last_sign_in_at ? showRelative(p.factor.last_sign_in_at, Date.now()) : dash),
  }),
  text<Person>('since', 'Member since', 'minmax(110px, 0.7fr)', (p) => ('member' in p ? p.member.joined_at : null), {
    sort: true,
    cell: (p) => ('member' in p ? day(p.member.joined_at) : dash),
  }),
  actions<Person>('76px', (p) => <PersonMenu person={p} acts={acts} />),
];

/** Where the list is narrow: person and menu, below them the role. */
export const compactRow = (acts: Acts, p: Person) => (
  <div className={classes['compact']}>
    <Named person={p} ownId={acts.ownId} />
    <span className="dimmed">{roleWord[p.role]}</span>
    <PersonMenu person={p} acts={acts} />
  </div>
);
