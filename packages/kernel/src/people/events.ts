import type { TenantRole } from '../tenants/events.ts';

export type MemberAdded = { readonly user_id: string; readonly role: TenantRole };
export type MemberRoleChanged = { readonly user_id: string; readonly role: TenantRole };
export type MemberRemoved = { readonly user_id: string };
export type InviteCreated = {
  readonly id: string;
  /** Stands for the e-mail; the address itself is outside the log. */
  readonly email_token: string;
  readonly role: TenantRole;
  readonly expires_at: string;
  /** SHA-256 of the mailed token, hexadecimal. */
  readonly token_hash: string;
};
export type InviteRevoked = { readonly id: string };
export type InviteAccepted = { readonly id: string; readonly user_id: string };

export interface PeopleEvents {
  readonly 'member.added': MemberAdded;
  readonly 'member.role_changed': MemberRoleChanged;
  readonly 'member.removed': MemberRemoved;
  readonly 'invite.created': InviteCreated;
  readonly 'invite.revoked': InviteRevoked;
  readonly 'invite.accepted': InviteAccepted;
}

export type InviteStatus = 'pending' | 'accepted' | 'revoked';
