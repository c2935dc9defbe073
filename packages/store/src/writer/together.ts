// Intents that stand or fall together: each is decided once, one after the other, on a draft of the state, and only where every one of
// them is executed is what was decided applied to the state itself.

import { decide, evolve } from '@countinghouse/kernel/ledger';
import type { Command } from '@countinghouse/kernel/ledger/commands';
import type { Decision, Facts, PriorDecision } from '@countinghouse/kernel/ledger/decision';
import type { ChainedEvent, EventDraft } from '@countinghouse/kernel/ledger/events';
import type { TenantState } from '@countinghouse/kernel/ledger/state';
import { formatInstant } from '@countinghouse/kernel/time/instant';
import { draftOf } from './draft-state.ts';

/** Which of them is not executed, counted from 0, and why: a code of the catalogue. */
export interface Failure {
  readonly index: number;
  readonly code: string;
  readonly details?: unknown;
  /** Whether the log may know the key of this one: it is to be asked before the failure is told. */
  readonly keyIsOpen: boolean;
}

/** An intent that waits for a second person is not executed. */
const HELD_BACK = 'APPROVAL_REQUIRED';

/** What an intent comes to, and how many milliseconds it took to say so. */
export interface Decided {
  readonly command: Command;
  readonly decision: Decision;
  readonly tookMs: number;
}

/**
 * What each comes to, all of them executed; or the first that is not. `factsNow` is asked at the beginning of each, whose policies have a
 * clock of their own; all are at one time. `priorOf` says what a key, or an intent id, decided before. The state stays as it is.
 */
export function decideTogether(
  state: TenantState,
  commands: readonly Command[],
  factsNow: () => Omit<Facts, 'prior'>,
  priorOf: (command: Command) => PriorDecision | null,
): { readonly decided: readonly Decided[] } | { readonly failure: Failure } {
  const draft = draftOf(state);
  const [keys, intentIds] = [new Set<string>(), new Set<string>()];
  const decided: Decided[] = [];
  for (const [index, command] of commands.entries()) {
    if (command.type !== 'intent.execute') return { failure: { index, code: 'VALIDATION_ERROR', keyIsOpen: false } };
    // Within one call a key, and an id, names one intent: what the second is to repeat does not exist yet.
    const taken = keys.has(command.idemKey) ? 'IDEMPOTENCY_CONFLICT' : intentIds.has(command.intentId) ? 'INTENT_ID_TAKEN' : null;
    if (taken !== null) return { failure: { index, code: taken, details: { intent_id: command.intentId }, keyIsOpen: false } };
    keys.add(command.idemKey);
    intentIds.add(command.intentId);
    const prior = priorOf(command);
    const facts = factsNow();
    const beganMs = performance.now();
    const decision = decide(draft, command, { ...facts, prior });
    const failure = failureOf(decision);
    if (failure !== null) return { failure: { index, ...failure, keyIsOpen: prior === null } };
    decided.push({ command, decision, tookMs: performance.now() - beganMs });
    if (decision.kind === 'append') for (const event of decision.events) apply(draft, event, command.actor.id, facts.nowUs);
  }
  return { decided };
}

/** Why an intent with this decision is not executed; null: it is. */
function failureOf(decision: Decision): { readonly code: string; readonly details?: unknown } | null {
  if (decision.kind === 'refused') return { code: decision.code, details: decision.details };
  if (decision.kind === 'duplicate') {
    const { status, error, intentId } = decision.prior;
    return status === 'executed' ? null : { code: error ?? HELD_BACK, details: { intent_id: intentId } };
  }
  for (const event of decision.events) {
    if (event.type === 'intent.rejected') return { code: event.payload.error_code, details: event.payload.reason };
    if (event.type === 'intent.proposed') return { code: HELD_BACK };
  }
  return null;
}

/** As the writer would, but for ids and hashes, which decide nothing. */
function apply(draft: TenantState, event: EventDraft, actorId: string, nowUs: bigint): void {
  const { head } = draft;
  const eventTsUs = nowUs > head.tsUs ? nowUs : head.tsUs + 1n;
  const chained = { ...event, seq: head.seq + 1, eventId: '', eventTs: formatInstant(eventTsUs), eventTsUs, actorId, eventHash: '' };
  evolve(draft, chained as ChainedEvent);
}
