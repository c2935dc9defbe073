// API keys are made by owners, for themselves or for a service account, for a time, and ended by any owner. A key ends with its maker's membership, or
// with its service account, too: see `evolve` of those.

import { append, type Decision, type Facts, refuse, refuseField } from '../ledger/decision.ts';
import { guardWrite } from '../ledger/guard.ts';
import type { TenantState } from '../ledger/state.ts';
import { formatInstant, US_PER_SECOND } from '../time/instant.ts';
import type { CreateApiKey, RevokeApiKey } from './commands.ts';
import { isLive } from './guard.ts';

/** Source: decision 0036. */
export const API_KEY_LIFE_DAYS_MAX = 366;
export const API_KEYS_LIVE_MAX = 100;
const DAY_US = 86_400n * US_PER_SECOND;

/**
 * Refuses, first match wins: as `guardWrite` (an owner), NOT_FOUND, SERVICE_ACCOUNT_INACTIVE, VALIDATION_ERROR (an end that is past, or too
 * far), API_KEYS_FULL.
 */
export function decideCreateApiKey(state: TenantState, command: CreateApiKey, { nowUs }: Pick<Facts, 'nowUs'>): Decision {
  const refusal = guardWrite(state, command.actor, 'owner');
  if (refusal !== null) return refusal;
  const { id, name, grant, keyHash, hint, expiresAtUs, ratePerMinute, serviceAccountId } = command;
  if (serviceAccountId !== undefined) {
    const account = state.serviceAccounts.get(serviceAccountId);
    if (account === undefined) return refuse('NOT_FOUND');
    if (!account.active) return refuse('SERVICE_ACCOUNT_INACTIVE');
  }
  if (expiresAtUs <= nowUs || expiresAtUs > nowUs + BigInt(API_KEY_LIFE_DAYS_MAX) * DAY_US)
    return refuseField('expires_at', `Use a time after now and within ${API_KEY_LIFE_DAYS_MAX} days.`);
  let live = 0;
  for (const key of state.apiKeys.values()) if (isLive(key, nowUs)) live += 1;
  if (live >= API_KEYS_LIVE_MAX) return refuse('API_KEYS_FULL');
  return append({
    type: 'api_key.created',
    payload: {
      id,
      name,
      grant,
      user_id: serviceAccountId ?? command.actor.id,
      key_hash: keyHash,
      hint,
      expires_at: formatInstant(expiresAtUs),
      rate_per_minute: ratePerMinute,
    },
  });
}

/** Refuses, first match wins: as `guardWrite` (an owner, also when read-only), NOT_FOUND. Revoking again changes nothing. */
export function decideRevokeApiKey(state: TenantState, { actor, id }: RevokeApiKey): Decision {
  const refusal = guardWrite(state, actor, 'owner', { evenReadOnly: true });
  if (refusal !== null) return refusal;
  const key = state.apiKeys.get(id);
  if (key === undefined) return refuse('NOT_FOUND');
  return key.revoked ? append() : append({ type: 'api_key.revoked', payload: { id } });
}
