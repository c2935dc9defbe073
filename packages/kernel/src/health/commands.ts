import type { Actor } from '../ledger/actor.ts';
import type { LedgerBroken } from './events.ts';

/** A check found faults. */
export interface BreakLedger {
  readonly type: 'ledger.break';
  readonly actor: Actor;
  readonly found: LedgerBroken;
}

/** A check of the whole log up to this seq found nothing. */
export interface MendLedger {
  readonly type: 'ledger.mend';
  readonly actor: Actor;
  readonly checkedTo: number;
}

/** An owner names the events that are lost, and goes on without them. */
export interface AcceptLoss {
  readonly type: 'ledger.accept_loss';
  readonly actor: Actor;
  readonly lostFrom: number;
  readonly lostTo: number;
}

export type HealthCommand = BreakLedger | MendLedger | AcceptLoss;
