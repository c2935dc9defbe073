import { append, type Decision, refuse } from '../ledger/decision.ts';
import { type Actor, guardWrite } from '../ledger/guard.ts';
import type { TenantState } from '../ledger/state.ts';

/** The house notes that a hold has ended. It counted for nothing from its time on already. */
export interface ExpireHold {
  readonly type: 'hold.expire';
  readonly actor: Actor;
  /** The intent that placed it. */
  readonly intentId: string;
}

/** Refuses, first match wins: as `guardWrite`, NOT_FOUND (no open hold of that name, or not yet at its end). */
export function decideExpireHold(state: TenantState, command: ExpireHold, nowUs: bigint): Decision {
  const barred = guardWrite(state, command.actor, 'owner');
  if (barred !== null) return barred;
  const hold = state.holds.get(command.intentId);
  if (hold?.status !== 'open' || hold.expiresAtUs > nowUs) return refuse('NOT_FOUND');
  return append({ type: 'hold.expired', payload: { intent_id: hold.intentId } });
}
