// What is known of each command and each event: a row each, which its slice writes. A slice imports the ground (this folder) and
// other slices; the roof (`../ledger.ts`) puts all slices together, and no slice imports it.

import type { KeyGrant } from '../api-keys/events.ts';
import type { ApprovalRule } from '../approvals/four-eyes.ts';
import type { Command } from './commands.ts';
import type { Decision, Facts, Readings } from './decision.ts';
import type { ChainedEvent, EventType } from './events.ts';
import type { Posting } from './posting.ts';
import type { TenantState } from './state.ts';

/** Decides any command as if there were nobody else to ask. */
export type DecideNow = (state: TenantState, command: Command, facts: Facts) => Decision;

export interface CommandRow<C> {
  /** Pure: guards in documented order, then what is written. `decideNow` is for a command that has another one decided. */
  readonly decide: (state: TenantState, command: C, facts: Facts, decideNow: DecideNow) => Decision;
  /** What an API key needs to give it; `none`: it takes a person. */
  readonly grant: KeyGrant | 'none';
  /** A key that only proposes may not ask for it either: it is of its moment. */
  readonly cannotWait?: true;
  /** What it is decided on beyond the state, read where the log ends. How it is read is the store's to know. */
  readonly reading?: keyof Readings;
  /** When another owner must approve it. */
  readonly approval?: ApprovalRule<C>;
}

export type CommandRows<C extends Command> = { readonly [T in C['type']]: CommandRow<Extract<C, { readonly type: T }>> };

/** What an event does to the state; its postings, where it has any. Throws where it contradicts the state. */
export type Evolve<E> = (state: TenantState, event: E) => readonly Posting[] | undefined;

export type EventRows<Events> = { readonly [T in keyof Events & EventType]: Evolve<Extract<ChainedEvent, { readonly type: T }>> };

/** Of an event that no decision depends on. */
export const leavesStateAsIs = (): undefined => undefined;
