// Changes that wait for a second pair of eyes. A command named here is decided first, so that whoever may not make it hears so at
// once; what it would write is then kept back, and the command rests, word for word, until another owner approves it.

import { canonicalize, type Json } from '../canonical/jcs.ts';
import type { Command } from '../ledger/commands.ts';
import type { TenantState } from '../ledger/state.ts';
import { limitValues } from '../limits/state.ts';
import { countOwners } from '../people/owners.ts';
import { findPeriod } from '../periods/days.ts';
import type { ChangePayload, HeldFor } from './events.ts';

type CommandOf<T extends Command['type']> = Extract<Command, { readonly type: T }>;

/** What a change changes, for whoever decides it. `userId`: whose it is. */
export interface Difference {
  readonly what: string;
  readonly userId?: string;
  readonly before: string | null;
  readonly after: string | null;
}

interface Rule<T extends Command['type']> {
  /** Why this command rests now, or null where it is done at once. */
  readonly rests: (state: TenantState, command: CommandOf<T>) => HeldFor['code'] | null;
  readonly compare: (state: TenantState, command: CommandOf<T>) => readonly Difference[];
}

/** Four eyes see it once they are on and there is a second owner: without one nobody could approve anything. */
const fourEyes = (state: TenantState): HeldFor['code'] | null => (seesFourEyes(state) ? 'FOUR_EYES' : null);
const role = (state: TenantState, userId: string, after: string | null): readonly Difference[] => [
  { what: 'role', userId, before: state.members.get(userId) ?? null, after },
];

const textOf = (value: string | boolean | null): string | null => (value === null ? null : String(value));

/** To let a command rest, name it here. What it says must be JSON, or a bigint under a name that ends in E8 or Us. */
const rules: { readonly [T in Command['type']]?: Rule<T> } = {
  // What would turn them off again goes by their way.
  'four_eyes.set': {
    rests: (state, { on }) => (on ? null : fourEyes(state)),
    compare: (state, { on }) => [{ what: 'four_eyes', before: state.fourEyes ? 'on' : 'off', after: on ? 'on' : 'off' }],
  },
  // An owner more or an owner less decides who has the second pair of eyes. Who leaves of their own will may.
  'member.add': {
    rests: (state, command) => (command.role === 'owner' ? fourEyes(state) : null),
    compare: (state, command) => role(state, command.userId, command.role),
  },
  'member.change_role': { rests: fourEyes, compare: (state, command) => role(state, command.userId, command.role) },
  'member.remove': {
    rests: (state, { userId, actor }) => (state.members.get(userId) === 'owner' && userId !== actor.id ? fourEyes(state) : null),
    compare: (state, { userId }) => role(state, userId, null),
  },
  // Administrators of an entity approve what touches it. A lesser role takes nothing but rights away.
  'entity_member.set': {
    rests: (state, command) => (command.role === 'entity_admin' ? fourEyes(state) : null),
    compare: (state, { entityId, userId, role: after }) => {
      const entity = state.entities.get(entityId);
      return [{ what: `role in ${entity?.code ?? ''}`, userId, before: entity?.members.get(userId) ?? null, after }];
    },
  },
  'limit.set': {
    rests: fourEyes,
    compare: (state, { key, value }) => [{ what: key, before: limitValues(state.limits)[key], after: value }],
  },
  'control.register': {
    rests: fourEyes,
    compare: (state, { id, name, spec }) => {
      const known = state.controls.get(id);
      return [
        { what: 'name', before: known?.name ?? null, after: name },
        { what: 'spec', before: known === undefined ? null : canonicalize(known.spec), after: canonicalize(spec) },
      ];
    },
  },
  'control.retire': {
    rests: fourEyes,
    compare: (state, { id }) => [{ what: 'control', before: state.controls.get(id)?.name ?? null, after: null }],
  },
  'signing.change': {
    rests: fourEyes,
    compare: (state, { change }) => {
      const known = { signing_mode: state.signingMode, enforce_signed_intents: state.enforceSignedIntents, jwks_url: state.jwksUrl };
      return (Object.keys(known) as (keyof typeof known)[])
        .filter((what) => change[what] !== undefined)
        .map((what) => ({ what, before: textOf(known[what]), after: textOf(change[what] ?? null) }));
    },
  },
  'period.reopen': {
    rests: () => 'PERIOD_REOPEN',
    compare: (state, { start, end }) => {
      const period = findPeriod(state, start, end);
      return [{ what: `status of ${period?.code ?? `${start}_${end}`}`, before: period?.status ?? null, after: 'closing' }];
    },
  },
};

export const seesFourEyes = (state: TenantState): boolean => state.fourEyes && countOwners(state) > 1;

export function restsFor(state: TenantState, command: Command): HeldFor['code'] | null {
  return ruleOf(command)?.rests(state, command) ?? null;
}

/** What a change that rests would change, were it done now. */
export const compareChange = (state: TenantState, command: Command): readonly Difference[] =>
  ruleOf(command)?.compare(state, command) ?? [];

const ruleOf = (command: Command): Rule<Command['type']> | undefined => rules[command.type] as Rule<Command['type']> | undefined;

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
