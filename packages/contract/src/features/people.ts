// Members of an organisation and invitations to it.
import * as z from 'zod';
import { Done, Uuid } from '../fields.ts';
import { HeldChange } from '../held.ts';
import { route } from '../wire.ts';
import { Email, NewPassword } from './auth.ts';

// Source: decision 0003.
export const INVITE_LIFE_DAYS = 7;

export const TenantRole = z.enum(['owner', 'member', 'auditor']);
export type TenantRole = z.output<typeof TenantRole>;

export const Member = z.object({ id: z.string(), email: z.string(), name: z.string(), role: TenantRole, joined_at: z.string() });
export type Member = z.output<typeof Member>;

export const Invite = z.object({ id: z.string(), email: z.string(), role: TenantRole, created_at: z.string(), expires_at: z.string() });
export type Invite = z.output<typeof Invite>;

/** How somebody who ever belonged to the organisation stands to it now. */
export const PersonState = z.enum(['member', 'former', 'erased']);
export type PersonState = z.output<typeof PersonState>;

/** `name` is null once the person is erased: their account is gone, or they had left when the organisation erased its personal words. */
export const KnownPerson = z.object({ id: z.string(), name: z.string().nullable(), state: PersonState });
export type KnownPerson = z.output<typeof KnownPerson>;

export const KnownKey = z.object({ id: z.string(), name: z.string() });
export const KnownServiceAccount = z.object({ id: z.string(), name: z.string(), active: z.boolean() });

export const NewInvite = z.strictObject({ email: Email, role: TenantRole.default('member') });

export const people = {
  members: route({
    method: 'GET',
    path: '/api/internal/tenants/members',
    v1: { path: '/api/v1/members' },
    summary: 'The members of the organisation',
    needs: 'member',
    ok: z.object({ members: z.array(Member) }),
  }),
  names: route({
    method: 'GET',
    path: '/api/internal/tenants/names',
    v1: { path: '/api/v1/actors' },
    summary: 'What to call everybody who ever belonged to the organisation, its service accounts and its API keys, by id',
    needs: 'member',
    ok: z.object({ people: z.array(KnownPerson), service_accounts: z.array(KnownServiceAccount), api_keys: z.array(KnownKey) }),
  }),
  invites: route({
    method: 'GET',
    path: '/api/internal/tenants/invites/list',
    v1: { path: '/api/v1/invites' },
    summary: 'Pending invitations, newest first',
    needs: 'member',
    ok: z.object({ invites: z.array(Invite) }),
  }),
  invite: route({
    method: 'POST',
    path: '/api/internal/tenants/invite',
    summary: 'Invite somebody by e-mail; replaces a pending invitation to the same address',
    needs: 'owner',
    body: NewInvite,
    ok: z.object({ invite: Invite }),
    codes: ['INVITE_ALREADY_MEMBER', 'FOUR_EYES_ON', 'FORBIDDEN', 'SERVER_CONFIG', 'RATE_LIMITED'],
  }),
  revokeInvite: route({
    method: 'DELETE',
    path: '/api/internal/tenants/invites/:id',
    summary: 'Revoke a pending invitation',
    needs: 'owner',
    evenReadOnly: true,
    params: z.object({ id: Uuid }),
    ok: Done,
    codes: ['INVITE_NOT_FOUND', 'FORBIDDEN'],
  }),
  acceptInvite: route({
    method: 'POST',
    path: '/api/internal/tenants/invites/accept',
    summary: 'Accept an invitation with its mailed token; the organisation becomes the current one',
    needs: 'anonymous',
    body: z.strictObject({ token: z.string().min(1).max(200), new_password: NewPassword.optional() }),
    ok: z.object({ tenantId: z.string(), role: TenantRole }),
    codes: [
      'NOT_SIGNED_IN',
      'PASSWORD_GUESSABLE',
      'INVITE_NOT_FOUND',
      'INVITE_EXPIRED',
      'INVITE_ALREADY_USED',
      'INVITE_EMAIL_MISMATCH',
      'USER_ALREADY_MEMBER',
      'NO_EMAIL',
      'NEW_PASSWORD_REQUIRED',
      'TENANT_READONLY',
      'TOO_MANY_ATTEMPTS',
    ],
  }),
  changeRole: route({
    method: 'PATCH',
    path: '/api/internal/tenants/members/:id',
    summary: 'Change the role of a member: owner, member, or auditor, who reads everything and writes nothing',
    needs: 'owner',
    params: z.object({ id: z.string().min(1).max(64) }),
    body: z.strictObject({ role: TenantRole }),
    ok: Done,
    also: { 202: HeldChange },
    codes: ['NOT_FOUND', 'CANNOT_SELF_CHANGE', 'CHANGE_PENDING', 'FORBIDDEN'],
  }),
  removeMember: route({
    method: 'DELETE',
    path: '/api/internal/tenants/members/:id',
    summary: 'End a membership',
    needs: 'owner',
    evenReadOnly: true,
    params: z.object({ id: z.string().min(1).max(64) }),
    ok: Done,
    also: { 202: HeldChange },
    codes: ['NOT_FOUND', 'LAST_OWNER', 'CHANGE_PENDING', 'FORBIDDEN'],
  }),
} as const;
