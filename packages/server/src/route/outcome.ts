// From what the ledger answered to what a route says.

import type { ChainedEvent, EventType } from '@countinghouse/kernel/ledger/events';
import type { Outcome } from '@countinghouse/store/writer/batch';
import { Refusal } from '../http/refusal.ts';
import { HeldForApproval } from './held.ts';

/** Throws the refusal, and what says that a change waits for another owner (202). */
function unlessBarred(outcome: Outcome): void {
  if (outcome.kind === 'refused') throw new Refusal(outcome.code, outcome.details);
  const [first] = outcome.kind === 'written' ? outcome.events : [];
  if (first?.type === 'approval.requested') throw new HeldForApproval(first.payload);
}

/** The event of this type that the command wrote. Throws the refusal when it was refused. */
export function writtenEvent<T extends EventType>(outcome: Outcome, type: T): Extract<ChainedEvent, { readonly type: T }> {
  unlessBarred(outcome);
  const found = outcome.kind === 'written' ? outcome.events.find((e) => e.type === type) : undefined;
  if (found === undefined) throw new Error(`no ${type} was written`);
  return found as Extract<ChainedEvent, { readonly type: T }>;
}

/** How many events the command wrote; none where there was nothing to change. Throws the refusal when it was refused. */
export function writtenCount(outcome: Outcome): number {
  unlessBarred(outcome);
  return outcome.kind === 'written' ? outcome.events.length : 0;
}

/** The events of this type that the command wrote; there may be none. Throws the refusal when it was refused. */
export function writtenEvents<T extends EventType>(outcome: Outcome, type: T): readonly Extract<ChainedEvent, { readonly type: T }>[] {
  unlessBarred(outcome);
  const events = outcome.kind === 'written' ? outcome.events : [];
  return events.filter((e): e is Extract<ChainedEvent, { readonly type: T }> => e.type === type);
}

/** For writes whose answer says no more than that they are done. Throws the refusal when it was refused. */
export function done(outcome: Outcome): { readonly ok: true } {
  unlessBarred(outcome);
  return { ok: true };
}
