// A ledger that does not check out is stopped: better than to go on wrongly. It goes on when a check of the whole finds nothing.
// What a check finds is not the kernel's: it derives from what is stored, which the kernel does not see.

import type { Command } from '../ledger/commands.ts';
import { append, type Decision, refuse } from '../ledger/decision.ts';
import { guardWrite } from '../ledger/guard.ts';
import type { TenantState } from '../ledger/state.ts';
import type { AcceptLoss, BreakLedger, MendLedger } from './commands.ts';
import type { LostEvents } from './state.ts';

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

/** Refuses as `guardWrite` (an owner), then LOSS_NOT_AS_NAMED: nothing is lost, or other events than those named. */
export function decideAcceptLoss(state: TenantState, { actor, lostFrom, lostTo }: AcceptLoss): Decision {
  const refusal = guardWrite(state, actor, 'owner', { evenReadOnly: true });
  if (refusal !== null) return refusal;
  const { loss } = state;
  if (loss === null || loss.from !== lostFrom || loss.to !== lostTo) return refuse('LOSS_NOT_AS_NAMED', lostOf(loss));
  const { from, to, markHash, markTs } = loss;
  return append({ type: 'ledger.loss_accepted', payload: { lost_from: from, lost_to: to, mark_hash: markHash, mark_ts: markTs } });
}

/** Of a log that was put back nothing is written but that an owner accepts the loss; everything else: LOG_WENT_BACK. */
export function guardLoss({ loss }: TenantState, command: Command): Decision | null {
  return loss === null || command.type === 'ledger.accept_loss' ? null : refuse('LOG_WENT_BACK', lostOf(loss));
}

const lostOf = (loss: LostEvents | null): unknown => (loss === null ? undefined : { lost_from: loss.from, lost_to: loss.to });
