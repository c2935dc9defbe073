// A ledger that does not check out is stopped: better than to go on wrongly. It goes on when a check of the whole finds nothing.
// What a check finds is not the kernel's: it derives from what is stored, which the kernel does not see.

import { append, type Decision, refuse } from '../ledger/decision.ts';
import { guardWrite } from '../ledger/guard.ts';
import type { TenantState } from '../ledger/state.ts';
import type { BreakLedger, MendLedger } from './commands.ts';

/** Refuses, first match wins: NOT_FOUND, LEDGER_BROKEN (it is known). Also where the organisation is read-only for another reason. */
export function decideBreakLedger(state: TenantState, { actor, found }: BreakLedger): Decision {
  const refusal = guardWrite(state, actor, 'owner', { evenReadOnly: true });
  if (refusal !== null) return refusal;
  return state.broken ? refuse('LEDGER_BROKEN') : append({ type: 'ledger.broken', payload: found });
}

/** Refuses as `guardWrite` (an owner). Ends the read-only state too. One that is not broken stays as it is. */
export function decideMendLedger(state: TenantState, { actor, checkedTo }: MendLedger): Decision {
  const refusal = guardWrite(state, actor, 'owner', { evenReadOnly: true });
  if (refusal !== null) return refusal;
  return state.broken ? append({ type: 'ledger.mended', payload: { checked_to: checkedTo } }) : append();
}
