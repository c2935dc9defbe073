// What an event says of the API key that it was written through: one member more in its payload, which is hashed with it. What an
// event does never depends on it, so that whoever applies or projects events is handed the payload without it.

import type { JsonObject } from '../canonical/jcs.ts';
import type { Actor } from '../ledger/actor.ts';

const MEMBER = 'api_key_id';

/** The key that somebody acts through; null for a person at the console, and for the system. */
export const keyOf = (actor: Actor): string | null => (actor.kind === 'user' ? (actor.apiKeyId ?? null) : null);

/** The payload as it is hashed and stored. */
export const markPayload = (payload: JsonObject, apiKeyId: string | null): JsonObject =>
  apiKeyId === null ? payload : { ...payload, [MEMBER]: apiKeyId };

/** The payload as its type says it is, and the key it was written through. */
export function unmarkPayload(stored: JsonObject): { readonly payload: JsonObject; readonly apiKeyId: string | null } {
  if (typeof stored[MEMBER] !== 'string') return { payload: stored, apiKeyId: null };
  const { [MEMBER]: apiKeyId, ...payload } = stored;
  return { payload, apiKeyId: String(apiKeyId) };
}
