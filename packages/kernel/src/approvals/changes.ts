// A command that waits, as the log carries it, and back.

import type { Json } from '../canonical/jcs.ts';
import type { Command } from '../ledger/commands.ts';
import type { ChangePayload } from './events.ts';

/** A command as the log carries it: amounts and instants, whose names end in E8 and Us, as digits. */
export function toPayload(command: Command): ChangePayload {
  const { type, actor, ...fields } = command;
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  const said = entries.map(([name, value]): [string, Json] => [name, typeof value === 'bigint' ? String(value) : (value as Json)]);
  return { command: type, maker_id: actor.id, fields: Object.fromEntries(said) };
}

/** The command that a payload carries, in the name of its maker. */
export function toCommand({ command, maker_id, fields }: ChangePayload): Command {
  const isNumber = (name: string, value: Json): value is string => /(?:E8|Us)$/.test(name) && typeof value === 'string';
  const read = Object.entries(fields).map(([name, value]): [string, unknown] => [name, isNumber(name, value) ? BigInt(value) : value]);
  return { type: command, actor: { kind: 'user', id: maker_id }, ...Object.fromEntries(read) } as Command;
}
