import { append, type Decision, refuse } from '../ledger/decision.ts';
import { guardWrite } from '../ledger/guard.ts';
import type { TenantState } from '../ledger/state.ts';
import type { ExpireHold } from './commands.ts';

/** Refuses, first match wins: as `guardWrite`, NOT_FOUND (no open hold of that name, or not yet at its end). */
export function decideExpireHold(state: TenantState, command: ExpireHold, nowUs: bigint): Decision {
  const refusal = guardWrite(state, command.actor, 'owner');
  if (refusal !== null) return refusal;
  const hold = state.holds.get(command.intentId);
  if (hold?.status !== 'open' || hold.expiresAtUs > nowUs) return refuse('NOT_FOUND');
  return append({ type: 'hold.expired', payload: { intent_id: hold.intentId } });
}
