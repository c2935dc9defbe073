// The words after the name of a call, as options and as values of its fields. Names are taken with `_` or `-` between their words.

import { choicesOf, type Field, type Schema, typesOf } from './fields.ts';

/** Options of the command itself; no field of a call has such a name. */
const withValue = ['body', 'file', 'idem_key', 'out', 'output', 'tenant', 'url'] as const;
const alone = ['all', 'help'] as const;
export const ownOptions: readonly string[] = [...withValue, ...alone];

type Named = Partial<Record<(typeof withValue)[number], string>> & Partial<Record<(typeof alone)[number], true>>;

/** A value that was given to a field, or to a member of it: `--metadata[team] treasury`. */
export interface Said {
  readonly name: string;
  readonly member: string | null;
  readonly text: string;
}

export type OwnOptions = Readonly<Named>;

export interface Words {
  readonly own: OwnOptions;
  readonly said: readonly Said[];
}

const option = /^--([A-Za-z0-9_-]+)(?:\[([^\]]+)\])?(?:=(.*))?$/s;

/** Throws one sentence for what is no option, or lacks its value. */
export function readWords(words: readonly string[]): Words {
  const own: Named = {};
  const said: Said[] = [];
  for (let i = 0; i < words.length; i++) {
    const word = words[i] ?? '';
    const [, spelt, member = null, given] = option.exec(word === '-h' ? '--help' : word) ?? [];
    if (spelt === undefined) throw new Error(`${word} is no option: say --FIELD VALUE.`);
    const name = spelt.replaceAll('-', '_');
    const flag = alone.find((one) => one === name);
    if (flag !== undefined) {
      own[flag] = true;
      continue;
    }
    const text = given ?? words[++i];
    if (text === undefined) throw new Error(`--${spelt} needs a value.`);
    const ours = withValue.find((one) => one === name);
    if (ours === undefined) said.push({ name, member, text });
    else if (own[ours] === undefined) own[ours] = text;
    else throw new Error(`Say --${spelt} once.`);
  }
  return { own, said };
}

/** The values of fields, by name. Throws one sentence for a field that the call has not, and for a value of another type. */
export function valuesOf(said: readonly Said[], fields: readonly Field[], call: string): Readonly<Record<string, unknown>> {
  const values: Record<string, unknown> = {};
  for (const { name, member, text } of said) {
    const field = fields.find((known) => known.name === name);
    if (field === undefined) throw new Error(`${call} has no field ${name}: \`countinghouse call ${call} --help\` names those it has.`);
    const { schema, place } = field;
    const before = values[name];
    const types = typesOf(schema);
    if (member !== null) values[name] = { ...asObject(before, types, name), [member]: readValue(text, memberOf(schema, member), name) };
    else if (types.has('array') && place === 'body') values[name] = [...asList(before), ...itemsOf(text, schema, name)];
    else if (before !== undefined) throw new Error(`Say --${name} once.`);
    else {
      const value = readValue(text, schema, name);
      // An address carries text.
      values[name] = place === 'body' || typeof value === 'object' ? value : text;
    }
  }
  return values;
}

function asObject(before: unknown, types: ReadonlySet<string>, name: string): object {
  if (!types.has('object')) throw new Error(`--${name} has no members: say --${name} VALUE.`);
  return typeof before === 'object' && before !== null ? before : {};
}

const asList = (before: unknown): readonly unknown[] => (Array.isArray(before) ? before : []);

/** A list may be said an item at a time, or whole as JSON. */
function itemsOf(text: string, schema: Schema, name: string): readonly unknown[] {
  const items = choicesOf(schema).find((one) => one.items !== undefined)?.items ?? {};
  const whole = text.startsWith('[') ? readValue(text, { type: 'array' }, name) : undefined;
  return Array.isArray(whole) ? (whole as readonly unknown[]) : [readValue(text, items, name)];
}

function memberOf(schema: Schema, member: string): Schema {
  const { properties, additionalProperties: others } = choicesOf(schema).find(({ type }) => type === 'object') ?? {};
  return properties?.[member] ?? (typeof others === 'object' ? others : {});
}

/** Text as JSON of the type that the schema asks for. What it says beyond types is left to the schema itself. */
function readValue(text: string, schema: Schema, name: string): unknown {
  const types = typesOf(schema);
  if (text === 'null' && types.has('null')) return null;
  if (types.has('string')) return text;
  if (types.has('boolean') && (text === 'true' || text === 'false')) return text === 'true';
  if (types.has('integer') && /^-?\d+$/.test(text)) return Number(text);
  if (types.has('number') && text.trim() !== '' && Number.isFinite(Number(text))) return Number(text);
  if (types.has('integer')) throw new Error(`--${name} is a whole number, not ${text}.`);
  if (types.has('number')) throw new Error(`--${name} is a number, not ${text}.`);
  if (types.has('boolean')) throw new Error(`--${name} is true or false, not ${text}.`);
  if (!types.has('object') && !types.has('array')) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new Error(`--${name} is JSON, and this is none: ${text.slice(0, 60)}`, { cause: error });
  }
}
