// Who may. One table for the server, the menu and the buttons; `docs/reference/permissions.md` is generated from it.
// Rights follow the object, not the switcher (see `docs/decisions`): a need beyond membership is decided again on the object.

export type TenantRole = 'owner' | 'member';
export type Capability = 'tenant:admin' | 'tenant:owner';

interface NeedEntry {
  readonly summary: string;
  /** Shown where the thing is disabled. */
  readonly reason: string;
}

export const needs = {
  anonymous: { summary: 'Anybody.', reason: '' },
  session: { summary: 'Anybody who is signed in.', reason: 'Sign in to continue.' },
  member: { summary: 'A member of the organisation.', reason: 'Needs a membership in this organisation.' },
  admin: {
    summary: 'An owner, or an administrator of an active entity (`tenant:admin`).',
    reason: 'Needs an owner or an entity administrator.',
  },
  entity_admin: { summary: 'An owner, or an administrator of that entity.', reason: 'Needs an owner or an administrator of this entity.' },
  owner: { summary: 'An owner (`tenant:owner`).', reason: 'Needs an owner.' },
} as const satisfies Readonly<Record<string, NeedEntry>>;

export type Need = keyof typeof needs;

export interface Standing {
  readonly role: TenantRole;
  /** Whether the person administers at least one active entity. */
  readonly administersEntity: boolean;
}

export function capabilitiesOf(standing: Standing): readonly Capability[] {
  if (standing.role === 'owner') return ['tenant:admin', 'tenant:owner'];
  return standing.administersEntity ? ['tenant:admin'] : [];
}

/** Whether somebody with this standing (null: no membership) meets a need. `session` says whether there is one. */
export function mayMeet(need: Need, session: boolean, standing: Standing | null): boolean {
  switch (need) {
    case 'anonymous':
      return true;
    case 'session':
      return session;
    // Decided again on the entity, by the kernel.
    case 'entity_admin':
    case 'member':
      return standing !== null;
    case 'admin':
      return standing !== null && capabilitiesOf(standing).includes('tenant:admin');
    case 'owner':
      return standing !== null && capabilitiesOf(standing).includes('tenant:owner');
  }
}
