// The roof: every slice, and what is asked of whichever has the answer. No slice imports this file.

import { assertOnlyProposed, guardKey } from './api-keys/guard.ts';
import { changeWaiting } from './approvals/changes.ts';
import { holdForApproval } from './approvals/decide.ts';
import type { Difference } from './approvals/four-eyes.ts';
import { guardLoss } from './health/decide.ts';
import type { Command } from './ledger/commands.ts';
import type { Decision, Facts, Readings } from './ledger/decision.ts';
import type { ChainedEvent } from './ledger/events.ts';
import type { Posting } from './ledger/posting.ts';
import type { CommandRow, Evolve } from './ledger/slice.ts';
import type { TenantState } from './ledger/state.ts';
import { commandRows, eventRows } from './slices.ts';

const commandRowByType: ReadonlyMap<string, CommandRow<Command>> = new Map(
  Object.entries(commandRows) as unknown as readonly [string, CommandRow<Command>][],
);
const evolveByType: ReadonlyMap<string, Evolve<ChainedEvent>> = new Map(
  Object.entries(eventRows) as unknown as readonly [string, Evolve<ChainedEvent>][],
);

function rowOf({ type }: Command): CommandRow<Command> {
  const row = commandRowByType.get(type);
  if (row === undefined) throw new Error(`there is no command ${type}`);
  return row;
}

/** Pure: the same state, command and facts give the same decision. Changes nothing. */
export function decide(state: TenantState, command: Command, facts: Facts): Decision {
  const row = rowOf(command);
  const refusal = guardKey(state, command.actor, row, facts.nowUs);
  const stopped = refusal ?? guardLoss(state, command);
  if (stopped !== null) return stopped;
  const decision = holdForApproval(state, command, row.approval, row.decide(state, command, facts, decideNow), facts);
  assertOnlyProposed(state, command.actor, decision);
  return decision;
}

/** What a command comes to, were there nobody else to ask. */
export function decideNow(state: TenantState, command: Command, facts: Facts): Decision {
  return rowOf(command).decide(state, command, facts, decideNow);
}

/** What a change that waits would change, were it done now; null where its command has no words for it. */
export const compareChange = (state: TenantState, command: Command): readonly Difference[] | null =>
  rowOf(command).approval?.compare(state, command) ?? null;

/** The commands that are decided on a reading of this name. */
export type CommandReading<N extends keyof Readings> = Extract<
  Command,
  { readonly type: { [T in Command['type']]: (typeof commandRows)[T] extends { readonly reading: N } ? T : never }[Command['type']] }
>;

/** What a command is decided on beyond the state; null for most. */
export const readingOf = (command: Command): keyof Readings | null => rowOf(command).reading ?? null;

/** What is decided with a command: of an approval the change that waits for it, of any other itself. */
export const decidedWith = (state: TenantState, command: Command): Command =>
  command.type === 'approval.approve' ? (changeWaiting(state, command.id) ?? command) : command;

const noPostings: readonly Posting[] = [];

/**
 * Applies one event in its place. Answers its postings. The only place where state changes; live writing, loading and replay all come
 * through here. Throws where an event contradicts the state or is of no known type: the log is then not ours.
 */
export function evolve(state: TenantState, event: ChainedEvent): readonly Posting[] {
  const apply = evolveByType.get(event.type);
  if (apply === undefined) throw new Error(`event ${event.seq}: there is no event ${event.type}`);
  const postings = apply(state, event) ?? noPostings;
  state.head.seq = event.seq;
  state.head.hash = event.eventHash;
  state.head.tsUs = event.eventTsUs;
  return postings;
}
