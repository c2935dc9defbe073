// Who belongs to an organisation. There is always an owner; nobody changes their own role; an invitation is used once, by
// the mailbox it was sent to, before it expires.

import { seesFourEyes } from '../approvals/four-eyes.ts';
import { append, type Decision, type Facts, refuse } from '../ledger/decision.ts';
import type { EventDraft } from '../ledger/events.ts';
import { guardWrite } from '../ledger/guard.ts';
import type { TenantState } from '../ledger/state.ts';
import { formatInstant } from '../time/instant.ts';
import type { AcceptInvite, AddMember, ChangeMemberRole, CreateInvite, RemoveMember, RevokeInvite } from './commands.ts';
import { countOwners } from './owners.ts';

/** Refuses, first match wins: as `guardWrite` (an owner), USER_ALREADY_MEMBER. */
export function decideAddMember(state: TenantState, command: AddMember): Decision {
  const refusal = guardWrite(state, command.actor, 'owner');
  if (refusal !== null) return refusal;
  if (state.members.has(command.userId)) return refuse('USER_ALREADY_MEMBER');
  return append({ type: 'member.added', payload: { user_id: command.userId, role: command.role } });
}

/** Refuses, first match wins: as `guardWrite` (an owner), NOT_FOUND, CANNOT_SELF_CHANGE, LAST_OWNER. The same role again changes nothing. */
export function decideChangeMemberRole(state: TenantState, command: ChangeMemberRole): Decision {
  const refusal = guardWrite(state, command.actor, 'owner');
  if (refusal !== null) return refusal;
  const role = state.members.get(command.userId);
  if (role === undefined) return refuse('NOT_FOUND');
  if (command.userId === command.actor.id) return refuse('CANNOT_SELF_CHANGE');
  if (role === command.role) return append();
  if (role === 'owner' && countOwners(state) === 1) return refuse('LAST_OWNER');
  return append({ type: 'member.role_changed', payload: { user_id: command.userId, role: command.role } });
}

/** Refuses, first match wins: as `guardWrite` (an owner, also when read-only), NOT_FOUND, LAST_OWNER. Who leaves takes their entity roles along. */
export function decideRemoveMember(state: TenantState, command: RemoveMember): Decision {
  const refusal = guardWrite(state, command.actor, 'owner', { evenReadOnly: true });
  if (refusal !== null) return refusal;
  const role = state.members.get(command.userId);
  if (role === undefined) return refuse('NOT_FOUND');
  if (role === 'owner' && countOwners(state) === 1) return refuse('LAST_OWNER');
  return append({ type: 'member.removed', payload: { user_id: command.userId } });
}

/**
 * Refuses, first match wins: as `guardWrite` (an owner), INVITE_ALREADY_MEMBER, FOUR_EYES_ON (an owner-to-be: they join as a member
 * first). A pending invitation to the same address is replaced.
 */
export function decideCreateInvite(state: TenantState, command: CreateInvite): Decision {
  const refusal = guardWrite(state, command.actor, 'owner');
  if (refusal !== null) return refusal;
  if (command.userId !== null && state.members.has(command.userId)) return refuse('INVITE_ALREADY_MEMBER');
  if (command.role === 'owner' && seesFourEyes(state)) return refuse('FOUR_EYES_ON');
  const events: EventDraft[] = [];
  for (const invite of state.invites.values()) {
    if (invite.status === 'pending' && invite.emailToken === command.emailToken)
      events.push({ type: 'invite.revoked', payload: { id: invite.id } });
  }
  const { id, emailToken, role, expiresAtUs, tokenHash } = command;
  events.push({
    type: 'invite.created',
    payload: { id, email_token: emailToken, role, expires_at: formatInstant(expiresAtUs), token_hash: tokenHash },
  });
  return append(...events);
}

/** Refuses, first match wins: as `guardWrite` (an owner, also when read-only), INVITE_NOT_FOUND. */
export function decideRevokeInvite(state: TenantState, command: RevokeInvite): Decision {
  const refusal = guardWrite(state, command.actor, 'owner', { evenReadOnly: true });
  if (refusal !== null) return refusal;
  if (state.invites.get(command.id)?.status !== 'pending') return refuse('INVITE_NOT_FOUND');
  return append({ type: 'invite.revoked', payload: { id: command.id } });
}

/**
 * Refuses, first match wins: INVITE_NOT_FOUND (unknown, revoked, or the organisation is gone), INVITE_ALREADY_USED, INVITE_EXPIRED,
 * INVITE_EMAIL_MISMATCH, USER_ALREADY_MEMBER, TENANT_READONLY.
 */
export function decideAcceptInvite(state: TenantState, command: AcceptInvite, facts: Facts): Decision {
  const invite = state.invites.get(command.id);
  if (invite === undefined || invite.status === 'revoked' || state.name === null || state.archived) return refuse('INVITE_NOT_FOUND');
  if (invite.status === 'accepted') return refuse('INVITE_ALREADY_USED');
  if (invite.expiresAtUs <= facts.nowUs) return refuse('INVITE_EXPIRED');
  if (invite.emailToken !== command.emailToken) return refuse('INVITE_EMAIL_MISMATCH');
  if (state.members.has(command.actor.id)) return refuse('USER_ALREADY_MEMBER');
  if (state.readOnly) return refuse('TENANT_READONLY');
  return append(
    { type: 'invite.accepted', payload: { id: invite.id, user_id: command.actor.id } },
    { type: 'member.added', payload: { user_id: command.actor.id, role: invite.role } },
  );
}
