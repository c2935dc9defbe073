import { append, type Decision } from '../ledger/decision.ts';
import { guardWrite } from '../ledger/guard.ts';
import type { TenantState } from '../ledger/state.ts';
import type { ChangeSecondFactor } from './commands.ts';

/** Refuses as `guardWrite` (an owner). Who has a second factor is not the ledger's to know: the server asks the owner for one first. */
export function decideChangeSecondFactor(state: TenantState, { actor, required }: ChangeSecondFactor): Decision {
  const refusal = guardWrite(state, actor, 'owner');
  if (refusal !== null) return refusal;
  return required === state.secondFactorRequired ? append() : append({ type: 'second_factor.changed', payload: { required } });
}
