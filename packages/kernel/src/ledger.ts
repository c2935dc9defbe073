// The roof: every slice, and what is asked of whichever has the answer. No slice imports this file.

import { accounts } from './accounts/slice.ts';
import { guardKey } from './api-keys/guard.ts';
import { apiKeys } from './api-keys/slice.ts';
import { holdForApproval } from './approvals/decide.ts';
import type { Difference } from './approvals/four-eyes.ts';
import { approvals } from './approvals/slice.ts';
import { attachments } from './attachments/slice.ts';
import { auditExport } from './audit-export/slice.ts';
import { branding } from './branding/slice.ts';
import { comments } from './comments/slice.ts';
import { controls } from './controls/slice.ts';
import { currencies } from './currencies/slice.ts';
import { entities } from './entities/slice.ts';
import { fx } from './fx/slice.ts';
import { glAccounts } from './gl-accounts/slice.ts';
import { guardLoss } from './health/decide.ts';
import { health } from './health/slice.ts';
import { holds } from './holds/slice.ts';
import { intents } from './intents/slice.ts';
import { interest } from './interest/slice.ts';
import type { Command } from './ledger/commands.ts';
import type { Decision, Facts, Readings } from './ledger/decision.ts';
import type { ChainedEvent, EventShapes } from './ledger/events.ts';
import type { Posting } from './ledger/posting.ts';
import type { CommandRow, CommandRows, EventRows, Evolve } from './ledger/slice.ts';
import type { TenantState } from './ledger/state.ts';
import { limits } from './limits/slice.ts';
import { parties } from './parties/slice.ts';
import { people } from './people/slice.ts';
import { periods } from './periods/slice.ts';
import { privacy } from './privacy/slice.ts';
import { recon } from './recon/slice.ts';
import { revaluations } from './revaluations/slice.ts';
import { schedules } from './schedules/slice.ts';
import { settings } from './settings/slice.ts';
import { signingKeys } from './signing-keys/slice.ts';
import { snapshots } from './snapshots/slice.ts';
import { templates } from './templates/slice.ts';
import { tenants } from './tenants/slice.ts';
import { yearEnds } from './year-ends/slice.ts';

const commandRows = {
  ...accounts.commands,
  ...apiKeys.commands,
  ...approvals.commands,
  ...attachments.commands,
  ...auditExport.commands,
  ...branding.commands,
  ...comments.commands,
  ...controls.commands,
  ...currencies.commands,
  ...entities.commands,
  ...fx.commands,
  ...glAccounts.commands,
  ...health.commands,
  ...holds.commands,
  ...intents.commands,
  ...interest.commands,
  ...limits.commands,
  ...parties.commands,
  ...people.commands,
  ...periods.commands,
  ...privacy.commands,
  ...recon.commands,
  ...revaluations.commands,
  ...schedules.commands,
  ...settings.commands,
  ...signingKeys.commands,
  ...snapshots.commands,
  ...templates.commands,
  ...tenants.commands,
  ...yearEnds.commands,
} satisfies CommandRows<Command>;

const eventRows = {
  ...accounts.events,
  ...apiKeys.events,
  ...approvals.events,
  ...attachments.events,
  ...auditExport.events,
  ...branding.events,
  ...comments.events,
  ...controls.events,
  ...currencies.events,
  ...entities.events,
  ...fx.events,
  ...glAccounts.events,
  ...health.events,
  ...holds.events,
  ...intents.events,
  ...interest.events,
  ...limits.events,
  ...parties.events,
  ...people.events,
  ...periods.events,
  ...privacy.events,
  ...recon.events,
  ...revaluations.events,
  ...schedules.events,
  ...settings.events,
  ...signingKeys.events,
  ...snapshots.events,
  ...templates.events,
  ...tenants.events,
  ...yearEnds.events,
} satisfies EventRows<EventShapes>;

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
  const refusal = guardKey(state, command.actor, row.grant, facts.nowUs);
  const stopped = refusal ?? guardLoss(state, command);
  if (stopped !== null) return stopped;
  return holdForApproval(state, command, row.approval, row.decide(state, command, facts, decideNow), facts);
}

/** What a command comes to, were there nobody else to ask. */
export function decideNow(state: TenantState, command: Command, facts: Facts): Decision {
  return rowOf(command).decide(state, command, facts, decideNow);
}

/** What a change that waits would change, were it done now. */
export const compareChange = (state: TenantState, command: Command): readonly Difference[] =>
  rowOf(command).approval?.compare(state, command) ?? [];

/** The commands that are decided on a reading of this name. */
export type CommandReading<N extends keyof Readings> = Extract<
  Command,
  { readonly type: { [T in Command['type']]: (typeof commandRows)[T] extends { readonly reading: N } ? T : never }[Command['type']] }
>;

/** What a command is decided on beyond the state; null for most. */
export const readingOf = (command: Command): keyof Readings | null => rowOf(command).reading ?? null;

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
