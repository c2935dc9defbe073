// A member's lost second factor is removed by two owners and a wait, in which the member can stop it. What a second factor is, and whose others the
// organisations of a person are, is not the ledger's to know: the system removes it where every organisation of the person agrees.

import { append, type Decision, type Facts, refuse } from '../ledger/decision.ts';
import { guardWrite } from '../ledger/guard.ts';
import type { TenantState } from '../ledger/state.ts';
import { countOwners } from '../people/owners.ts';
import { formatInstant, US_PER_SECOND } from '../time/instant.ts';
import type { FinishReset, GrantReset, StopReset } from './commands.ts';

/** How long what was granted can be done: meanwhile a person's other organisations agree too. Source: decision 0179. */
const LIFE_US = 7n * 86_400n * US_PER_SECOND;
/** Who asks, and who approves. */
const OWNERS_NEEDED = 2;

/**
 * Refuses, first match wins: as `guardWrite` (an owner), NOT_FOUND, CANNOT_SELF_CHANGE, FOUR_EYES_NEEDS_OWNERS (two others than the member),
 * SECOND_FACTOR_RESET_PENDING.
 */
export function decideGrantReset(state: TenantState, { actor, userId, waitSeconds }: GrantReset, { nowUs }: Facts): Decision {
  const refusal = guardWrite(state, actor, 'owner');
  if (refusal !== null) return refusal;
  const role = state.members.get(userId);
  if (role === undefined) return refuse('NOT_FOUND');
  if (userId === actor.id) return refuse('CANNOT_SELF_CHANGE');
  if (countOwners(state) - (role === 'owner' ? 1 : 0) < OWNERS_NEEDED) return refuse('FOUR_EYES_NEEDS_OWNERS');
  const pending = state.secondFactorResets.get(userId);
  if (pending !== undefined && nowUs < pending.lapsesAtUs)
    return refuse('SECOND_FACTOR_RESET_PENDING', { effective_at: formatInstant(pending.effectiveAtUs) });
  const effectiveAtUs = nowUs + BigInt(waitSeconds) * US_PER_SECOND;
  return append({
    type: 'second_factor.reset_granted',
    payload: { user_id: userId, effective_at: formatInstant(effectiveAtUs), lapses_at: formatInstant(effectiveAtUs + LIFE_US) },
  });
}

/** Whatever their role, and also where the organisation is read-only. Refuses NOT_FOUND (no member, or the organisation is gone). */
export function decideStopReset(state: TenantState, { actor }: StopReset): Decision {
  if (state.name === null || state.archived || !state.members.has(actor.id)) return refuse('NOT_FOUND');
  return state.secondFactorResets.has(actor.id)
    ? append({ type: 'second_factor.reset_stopped', payload: { user_id: actor.id } })
    : append();
}

/** Refuses, first match wins: as `guardWrite` (an owner, also when read-only), NOT_FOUND (none granted, not yet, or no more). */
export function decideFinishReset(state: TenantState, { actor, userId }: FinishReset, { nowUs }: Facts): Decision {
  const refusal = guardWrite(state, actor, 'owner', { evenReadOnly: true });
  if (refusal !== null) return refusal;
  const pending = state.secondFactorResets.get(userId);
  if (pending === undefined || nowUs < pending.effectiveAtUs || nowUs >= pending.lapsesAtUs) return refuse('NOT_FOUND');
  return append({ type: 'second_factor.reset_done', payload: { user_id: userId } });
}
