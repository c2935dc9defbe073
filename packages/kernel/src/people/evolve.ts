import { dropEntityRoles } from '../entities/rights.ts';
import { must } from '../ledger/must.ts';
import type { EventRows } from '../ledger/slice.ts';
import { parseInstant } from '../time/instant.ts';
import type { PeopleEvents } from './events.ts';

/** What each event does to the state. */
export const evolve = {
  'member.added': (state, { payload }) => {
    state.members.set(payload.user_id, payload.role);
  },
  'member.role_changed': (state, { payload }) => {
    state.members.set(payload.user_id, payload.role);
    if (payload.role === 'auditor') dropEntityRoles(state, payload.user_id);
  },
  'member.removed': (state, { payload }) => {
    state.members.delete(payload.user_id);
    dropEntityRoles(state, payload.user_id);
    for (const key of state.apiKeys.values()) if (key.userId === payload.user_id) key.revoked = true;
  },
  'invite.created': (state, { seq, payload: { id, email_token, role, expires_at } }) => {
    const expiresAtUs = must(parseInstant(expires_at), 'expires_at', seq);
    state.invites.set(id, { id, emailToken: email_token, role, expiresAtUs, status: 'pending' });
  },
  'invite.revoked': (state, { seq, payload }) => {
    must(state.invites.get(payload.id), 'id', seq).status = 'revoked';
  },
  'invite.accepted': (state, { seq, payload }) => {
    must(state.invites.get(payload.id), 'id', seq).status = 'accepted';
  },
} satisfies EventRows<PeopleEvents>;
