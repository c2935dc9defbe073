import { must } from '../ledger/must.ts';
import type { EventRows } from '../ledger/slice.ts';
import { parseInstant } from '../time/instant.ts';
import type { ApiKeyEvents } from './events.ts';

/** What each event does to the state. */
export const evolve = {
  'api_key.created': (state, { seq, actorId, payload: { id, user_id, grant, expires_at } }) => {
    const expiresAtUs = must(parseInstant(expires_at), 'expires_at', seq);
    state.apiKeys.set(id, {
      id,
      userId: user_id,
      makerId: actorId,
      grant,
      expiresAtUs,
      secretNo: 1,
      oldSecret: null,
      allowList: [],
      revoked: false,
    });
  },
  'api_key.rotated': (state, { seq, actorId, payload: { id, old_ends_at, expires_at } }) => {
    const key = must(state.apiKeys.get(id), 'id', seq);
    key.oldSecret = { makerId: key.makerId, endsAtUs: must(parseInstant(old_ends_at), 'old_ends_at', seq) };
    key.makerId = actorId;
    key.secretNo += 1;
    key.expiresAtUs = must(parseInstant(expires_at), 'expires_at', seq);
  },
  'api_key.allow_list_changed': (state, { seq, payload: { id, networks } }) => {
    must(state.apiKeys.get(id), 'id', seq).allowList = networks;
  },
  'api_key.revoked': (state, { seq, payload }) => {
    must(state.apiKeys.get(payload.id), 'id', seq).revoked = true;
  },
} satisfies EventRows<ApiKeyEvents>;
