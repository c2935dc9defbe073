import { must } from '../ledger/must.ts';
import type { EventRows } from '../ledger/slice.ts';
import { parseInstant } from '../time/instant.ts';
import type { ApiKeyEvents } from './events.ts';

/** What each event does to the state. */
export const evolve = {
  'api_key.created': (state, { seq, actorId, payload: { id, user_id, grant, expires_at } }) => {
    const expiresAtUs = must(parseInstant(expires_at), 'expires_at', seq);
    state.apiKeys.set(id, { id, userId: user_id, makerId: actorId, grant, expiresAtUs, revoked: false });
  },
  'api_key.revoked': (state, { seq, payload }) => {
    must(state.apiKeys.get(payload.id), 'id', seq).revoked = true;
  },
} satisfies EventRows<ApiKeyEvents>;
