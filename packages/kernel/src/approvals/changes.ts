// Changes that wait for a second pair of eyes. A command named here is decided first, so that whoever may not make it hears so at
// once; what it would write is then kept back, and the command rests, word for word, until another owner approves it.

import type { Json, JsonObject } from '../canonical/jcs.ts';
import type { Command } from '../ledger/decide.ts';
import type { TenantState } from '../ledger/state.ts';
import { countOwners } from '../people/state.ts';
import type { ChangePayload, HeldFor } from './events.ts';

type CommandOf<T extends Command['type']> = Extract<Command, { readonly type: T }>;
/** Why this command rests now, or null where it is done at once. */
type Rule<T extends Command['type']> = (state: TenantState, command: CommandOf<T>) => HeldFor['code'] | null;

/** Four eyes see it once they are on and there is a second owner: without one nobody could approve anything. */
const fourEyes = (state: TenantState): HeldFor['code'] | null => (seesFourEyes(state) ? 'FOUR_EYES' : null);

/** To let a command rest, name it here. What it says must be JSON, or amounts as bigint. */
const rules: { readonly [T in Command['type']]?: Rule<T> } = {
  // What would turn them off again goes by their way.
  'four_eyes.set': (state, { on }) => (on ? null : fourEyes(state)),
  // An owner more or an owner less decides who has the second pair of eyes. Who leaves of their own will may.
  'member.add': (state, { role }) => (role === 'owner' ? fourEyes(state) : null),
  'member.change_role': fourEyes,
  'member.remove': (state, { userId, actor }) => (state.members.get(userId) === 'owner' && userId !== actor.id ? fourEyes(state) : null),
  // Administrators of an entity approve what touches it. A lesser role takes nothing but rights away.
  'entity_member.set': (state, { role }) => (role === 'entity_admin' ? fourEyes(state) : null),
  'period.reopen': () => 'PERIOD_REOPEN',
};

export const seesFourEyes = (state: TenantState): boolean => state.fourEyes && countOwners(state) > 1;

export function restsFor(state: TenantState, command: Command): HeldFor['code'] | null {
  const rule = rules[command.type] as ((state: TenantState, command: Command) => HeldFor['code'] | null) | undefined;
  return rule?.(state, command) ?? null;
}

/** A command as the log carries it. */
export function toPayload(command: Command): ChangePayload {
  const { type, actor, ...fields } = command;
  return { command: type, maker_id: actor.id, fields: encode(fields) as JsonObject };
}

/** The command that a payload carries, in the name of its maker. */
export function toCommand({ command, maker_id, fields }: ChangePayload): Command {
  return { type: command, actor: { kind: 'user', id: maker_id }, ...(decode(fields) as object) } as Command;
}

const UNITS = 'units';
/** An amount in the log: `{"units": "100"}`. */
function encode(value: unknown): Json {
  if (typeof value === 'bigint') return { [UNITS]: String(value) };
  if (Array.isArray(value)) return value.map(encode);
  if (typeof value !== 'object' || value === null) return value as Json;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, v]) => v !== undefined)
      .map(([name, v]) => [name, encode(v)]),
  );
}

function decode(value: Json): unknown {
  if (Array.isArray(value)) return value.map(decode);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value as JsonObject);
  const [only] = entries;
  if (entries.length === 1 && only?.[0] === UNITS && typeof only[1] === 'string') return BigInt(only[1]);
  return Object.fromEntries(entries.map(([name, v]) => [name, decode(v)]));
}
