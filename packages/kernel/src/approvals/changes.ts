// A command that waits, as the log carries it, and back.

import type { Json } from '../canonical/jcs.ts';
import type { Command } from '../ledger/commands.ts';
import type { TenantState } from '../ledger/state.ts';
import type { ChangePayload } from './events.ts';

/** Fields whose names within are the caller's own: they are carried as they came. */
const ofCaller: ReadonlySet<string> = new Set(['changes', 'constraints', 'csv', 'metadata', 'spec']);
/** What has such a name is an amount or an instant: digits in the log, a bigint in the command. */
const isNumber = (name: string, value: unknown): value is string => /(?:E8|Us)$/.test(name) && typeof value === 'string';

type Value = (name: string, value: unknown) => unknown;

/** The same fields, with each value within them as `of` has it. */
function each(fields: object, of: Value): Record<string, unknown> {
  const within: Value = (name, value) => {
    if (ofCaller.has(name) || typeof value !== 'object' || value === null) return of(name, value);
    return Array.isArray(value) ? value.map((item) => within(name, item)) : each(value, of);
  };
  const said = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(said.map(([name, value]) => [name, within(name, value)]));
}

/**
 * A command as the log carries it: amounts and instants, whose names end in E8 and Us, as digits. `keyHolders`: who was given the secret
 * of the key that a service account asks with.
 */
export function toPayload(command: Command, keyHolders: readonly string[] = []): ChangePayload {
  const { type, actor, ...fields } = command;
  const said = each(fields, (_name, value) => (typeof value === 'bigint' ? String(value) : value));
  return {
    command: type,
    maker_id: actor.id,
    ...(keyHolders.length === 0 ? {} : { key_holders: keyHolders }),
    fields: said as Readonly<Record<string, Json>>,
  };
}

/** The command that a payload carries, in the name of its maker. */
export function toCommand({ command, maker_id, fields }: ChangePayload): Command {
  const read = each(fields, (name, value) => (isNumber(name, value) ? BigInt(value) : value));
  return { type: command, actor: { kind: 'user', id: maker_id }, ...read } as Command;
}

/** The change that an approval is about, while it waits; null of an intent, and of what is decided or never was. */
export function changeWaiting({ approvals }: Pick<TenantState, 'approvals'>, id: string): Command | null {
  const subject = approvals.get(id)?.subject;
  return subject?.kind === 'change' ? toCommand(subject.payload) : null;
}
