// API keys are made by owners, for themselves or for a service account, for a time, and ended by any owner. A key ends with its maker's membership, or
// with its service account, too: see `evolve` of those.

import { isSameList, readList } from '../allow-lists/read-list.ts';
import { append, type Decision, type Facts, refuse, refuseField } from '../ledger/decision.ts';
import { guardWrite } from '../ledger/guard.ts';
import type { TenantState } from '../ledger/state.ts';
import { formatInstant, US_PER_SECOND } from '../time/instant.ts';
import type { ChangeApiKeyAllowList, CreateApiKey, RevokeApiKey, RotateApiKey } from './commands.ts';
import { isLive } from './guard.ts';

/** Source: decision 0036. */
export const API_KEY_LIFE_DAYS_MAX = 366;
export const API_KEYS_LIVE_MAX = 100;
/** Source: decision 0169. */
export const API_KEY_OVERLAP_SECONDS_MAX = 7 * 86_400;
const DAY_US = 86_400n * US_PER_SECOND;

/**
 * Refuses, first match wins: as `guardWrite` (an owner), NOT_FOUND, SERVICE_ACCOUNT_INACTIVE, VALIDATION_ERROR (an end that is past, or too
 * far; a line of the allow list), API_KEYS_FULL. An allow list is an event of its own.
 */
export function decideCreateApiKey(state: TenantState, command: CreateApiKey, { nowUs }: Pick<Facts, 'nowUs'>): Decision {
  const refusal = guardWrite(state, command.actor, 'owner');
  if (refusal !== null) return refusal;
  const { id, name, grant, keyHash, hint, expiresAtUs, ratePerMinute, serviceAccountId, networks = [] } = command;
  if (serviceAccountId !== undefined) {
    const account = state.serviceAccounts.get(serviceAccountId);
    if (account === undefined) return refuse('NOT_FOUND');
    if (!account.active) return refuse('SERVICE_ACCOUNT_INACTIVE');
  }
  const tooFar = guardEnd(expiresAtUs, nowUs);
  if (tooFar !== null) return tooFar;
  const read = readList(networks, 'allow_list');
  if ('refusal' in read) return read.refusal;
  let live = 0;
  for (const key of state.apiKeys.values()) if (isLive(key, nowUs)) live += 1;
  if (live >= API_KEYS_LIVE_MAX) return refuse('API_KEYS_FULL');
  const created = {
    type: 'api_key.created' as const,
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
  };
  return read.list.length === 0
    ? append(created)
    : append(created, { type: 'api_key.allow_list_changed', payload: { id, networks: read.list } });
}

/** The refusal of an end that is past, or too far, or null. */
function guardEnd(expiresAtUs: bigint, nowUs: bigint): Decision | null {
  if (expiresAtUs > nowUs && expiresAtUs <= nowUs + BigInt(API_KEY_LIFE_DAYS_MAX) * DAY_US) return null;
  return refuseField('expires_at', `Use a time after now and within ${API_KEY_LIFE_DAYS_MAX} days.`);
}

/**
 * Refuses, first match wins: as `guardWrite` (an owner), NOT_FOUND, API_KEY_ENDED, FORBIDDEN (a person's key by another, who would act in their
 * name), VALIDATION_ERROR (the overlap; an end that is past, or too far).
 */
export function decideRotateApiKey(state: TenantState, command: RotateApiKey, { nowUs }: Pick<Facts, 'nowUs'>): Decision {
  const { actor, id, keyHash, hint, overlapSeconds, expiresAtUs } = command;
  const refusal = guardWrite(state, actor, 'owner');
  if (refusal !== null) return refusal;
  const key = state.apiKeys.get(id);
  if (key === undefined) return refuse('NOT_FOUND');
  if (!isLive(key, nowUs)) return refuse('API_KEY_ENDED');
  if (!state.serviceAccounts.has(key.userId) && key.userId !== actor.id) return refuse('FORBIDDEN', { needs: 'maker' });
  if (!Number.isInteger(overlapSeconds) || overlapSeconds < 0 || overlapSeconds > API_KEY_OVERLAP_SECONDS_MAX)
    return refuseField('overlap_hours', 'Use 0 to 168 hours.');
  const tooFar = expiresAtUs === undefined ? null : guardEnd(expiresAtUs, nowUs);
  if (tooFar !== null) return tooFar;
  const oldEndsAtUs = nowUs + BigInt(overlapSeconds) * US_PER_SECOND;
  return append({
    type: 'api_key.rotated',
    payload: {
      id,
      key_hash: keyHash,
      hint,
      // Never longer than the key had with it.
      old_ends_at: formatInstant(oldEndsAtUs < key.expiresAtUs ? oldEndsAtUs : key.expiresAtUs),
      expires_at: formatInstant(expiresAtUs ?? key.expiresAtUs),
    },
  });
}

/**
 * Says from where a key may be used. It gives nobody the secret, so any owner may, as they may revoke it. The same again changes nothing.
 *
 * Refuses, first match wins: as `guardWrite` (an owner), NOT_FOUND, API_KEY_ENDED, VALIDATION_ERROR (a line).
 */
export function decideChangeApiKeyAllowList(
  state: TenantState,
  { actor, id, networks }: ChangeApiKeyAllowList,
  { nowUs }: Pick<Facts, 'nowUs'>,
): Decision {
  const refusal = guardWrite(state, actor, 'owner');
  if (refusal !== null) return refusal;
  const key = state.apiKeys.get(id);
  if (key === undefined) return refuse('NOT_FOUND');
  if (!isLive(key, nowUs)) return refuse('API_KEY_ENDED');
  const read = readList(networks, 'networks');
  if ('refusal' in read) return read.refusal;
  return isSameList(read.list, key.allowList)
    ? append()
    : append({ type: 'api_key.allow_list_changed', payload: { id, networks: read.list } });
}

/** Refuses, first match wins: as `guardWrite` (an owner, also when read-only), NOT_FOUND. Revoking again changes nothing. */
export function decideRevokeApiKey(state: TenantState, { actor, id }: RevokeApiKey): Decision {
  const refusal = guardWrite(state, actor, 'owner', { evenReadOnly: true });
  if (refusal !== null) return refusal;
  const key = state.apiKeys.get(id);
  if (key === undefined) return refuse('NOT_FOUND');
  return key.revoked ? append() : append({ type: 'api_key.revoked', payload: { id } });
}
