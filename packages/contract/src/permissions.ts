// Who may. One table for the server, the menu and the buttons; `docs/reference/permissions.md` is generated from it.
// Rights follow the object, not the switcher (see `docs/decisions`): a need beyond membership is decided again on the object.

export type TenantRole = 'owner' | 'member' | 'auditor';
/** `tenant:auditor` opens every screen, to look at. */
export type Capability = 'tenant:admin' | 'tenant:owner' | 'tenant:auditor';

interface NeedEntry {
  readonly summary: string;
  /** Shown where the thing is disabled. */
  readonly reason: string;
}

export const needs = {
  anonymous: { summary: 'Anybody.', reason: '' },
  session: { summary: 'Anybody who is signed in.', reason: 'Sign in to continue.' },
  member: {
    summary: 'A member of the organisation; to read, also an auditor, who reads everything and writes nothing.',
    reason: 'Needs a membership in this organisation.',
  },
  admin: {
    summary: 'An owner, or an administrator of an active entity (`tenant:admin`).',
    reason: 'Needs an owner or an entity administrator.',
  },
  entity_admin: { summary: 'An owner, or an administrator of that entity.', reason: 'Needs an owner or an administrator of this entity.' },
  owner: { summary: 'An owner (`tenant:owner`).', reason: 'Needs an owner.' },
} as const satisfies Readonly<Record<string, NeedEntry>>;

export type Need = keyof typeof needs;

export interface Membership {
  readonly role: TenantRole;
  /** Whether the person administers at least one active entity. */
  readonly administersEntity: boolean;
}

export function capabilitiesOf(membership: Membership): readonly Capability[] {
  if (membership.role === 'owner') return ['tenant:admin', 'tenant:owner'];
  if (membership.role === 'auditor') return ['tenant:auditor'];
  return membership.administersEntity ? ['tenant:admin'] : [];
}

/** What of a call decides who may make it. */
interface Call {
  readonly method: string;
  readonly needs: Need;
  readonly reads?: true;
  readonly ownView?: true;
}

/** Whether a call leaves the organisation as it is: it reads, or changes what its caller looks at. */
export const changesNothing = (call: Call): boolean => call.method === 'GET' || call.reads === true || call.ownView === true;

/** Whether somebody with this membership (null: no membership) may make a call. An auditor makes each that changes nothing. */
export function mayCall(call: Call, session: boolean, membership: Membership | null): boolean {
  return (membership?.role === 'auditor' && changesNothing(call)) || mayMeet(call.needs, session, membership);
}

/** Why somebody may not change what needs this: the reason where the thing is disabled. */
export const reasonAgainst = (need: Need, membership: Membership | null): string =>
  membership?.role === 'auditor' ? 'Read-only auditors change nothing. Ask an owner for another role.' : needs[need].reason;

/**
 * Whether somebody with this membership (null: no membership) meets a need, in order to change something. `session` says whether
 * there is one.
 */
export function mayMeet(need: Need, session: boolean, membership: Membership | null): boolean {
  switch (need) {
    case 'anonymous':
      return true;
    case 'session':
      return session;
    // Decided again on the entity, by the kernel.
    case 'entity_admin':
    case 'member':
      return membership !== null && membership.role !== 'auditor';
    case 'admin':
      return membership !== null && capabilitiesOf(membership).includes('tenant:admin');
    case 'owner':
      return membership !== null && capabilitiesOf(membership).includes('tenant:owner');
  }
}
