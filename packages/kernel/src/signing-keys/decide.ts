// Keys come and go: each purpose and holder has at most one that is ACTIVE, the system always exactly one for the chain.
//
//   (made) → ACTIVE → SUNSETTING   when its holder's next key takes over
//            ACTIVE → revoked      by an owner; a chain key's successor is made in the same command, so that heads stay signed

import { append, type Decision, refuse } from '../ledger/decision.ts';
import type { EventDraft } from '../ledger/events.ts';
import { guardWrite } from '../ledger/guard.ts';
import type { TenantState } from '../ledger/state.ts';
import type { AddKey, RevokeKey } from './commands.ts';
import type { GeneratedKey } from './events.ts';
import type { SigningKeyState } from './state.ts';

function activeKey(state: TenantState, like: Pick<GeneratedKey, 'purpose' | 'user_id'>): SigningKeyState | null {
  for (const key of state.signingKeys.values())
    if (key.purpose === like.purpose && key.userId === like.user_id && key.status === 'ACTIVE') return key;
  return null;
}

/**
 * Refuses, first match wins: as `guardWrite` (an owner, or a member who registers a key of their own), KEY_EXISTS, KEY_STATE (the chain key
 * that endorsed this one is not the active one any more). The key before it sunsets.
 */
export function decideAddKey(state: TenantState, { actor, origin, key }: AddKey): Decision {
  const refusal = guardWrite(state, actor, origin === 'registered' && key.purpose === 'intent' ? 'member' : 'owner');
  if (refusal !== null) return refusal;
  // Nobody makes a key for somebody else: who signs is who acts.
  if (key.purpose === 'intent' && key.user_id !== actor.id) return refuse('FORBIDDEN', { needs: 'holder' });
  if (state.signingKeys.has(key.kid)) return refuse('KEY_EXISTS', { kid: key.kid });
  const before = activeKey(state, key);
  if (key.purpose === 'chain' && before?.kid !== key.endorsement?.kid) return refuse('KEY_STATE', { kid: key.endorsement?.kid ?? null });
  const sunset: readonly EventDraft[] = before === null ? [] : [{ type: 'key.sunset', payload: { kid: before.kid } }];
  return append(...sunset, { type: origin === 'registered' ? 'key.registered' : 'key.generated', payload: key });
}

/** Refuses, first match wins: as `guardWrite` (an owner, also when read-only), NOT_FOUND, KEY_STATE. */
export function decideRevokeKey(state: TenantState, { actor, kid, successor }: RevokeKey): Decision {
  const refusal = guardWrite(state, actor, 'owner', { evenReadOnly: true });
  if (refusal !== null) return refusal;
  const key = state.signingKeys.get(kid);
  if (key === undefined) return refuse('NOT_FOUND');
  if (key.status !== 'ACTIVE') return refuse('KEY_STATE', { kid, status: key.status });
  const revoked = { type: 'key.revoked', payload: { kid } } as const;
  if (key.purpose === 'intent') return append(revoked);
  if (successor === null || successor.purpose !== 'chain' || state.signingKeys.has(successor.kid))
    throw new Error('a chain key is revoked with a successor only');
  if (successor.endorsement?.kid !== kid) throw new Error('a chain key endorses its successor');
  return append(revoked, { type: 'key.generated', payload: successor });
}
