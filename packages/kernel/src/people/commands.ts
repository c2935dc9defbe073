import type { Actor } from '../ledger/actor.ts';
import type { TenantRole } from '../tenants/events.ts';

export interface AddMember {
  readonly type: 'member.add';
  readonly actor: Actor;
  readonly userId: string;
  readonly role: TenantRole;
}

export interface ChangeMemberRole {
  readonly type: 'member.change_role';
  readonly actor: Actor;
  readonly userId: string;
  readonly role: TenantRole;
}

export interface RemoveMember {
  readonly type: 'member.remove';
  readonly actor: Actor;
  readonly userId: string;
}

export interface CreateInvite {
  readonly type: 'invite.create';
  readonly actor: Actor;
  readonly id: string;
  readonly emailToken: string;
  readonly role: TenantRole;
  readonly expiresAtUs: bigint;
  readonly tokenHash: string;
  /** The person with that e-mail, if there is an account. */
  readonly userId: string | null;
}

export interface RevokeInvite {
  readonly type: 'invite.revoke';
  readonly actor: Actor;
  readonly id: string;
}

export interface AcceptInvite {
  readonly type: 'invite.accept';
  readonly actor: { readonly kind: 'user'; readonly id: string };
  readonly id: string;
  /** Token of the e-mail of the account that accepts. */
  readonly emailToken: string;
}

export type PeopleCommand = AddMember | ChangeMemberRole | RemoveMember | CreateInvite | RevokeInvite | AcceptInvite;
