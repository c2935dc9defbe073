// The names of fields under /api/v1: snake_case, whatever the specification calls them elsewhere. They follow from the JSON Schema of what is
// sent or answered: fields it names are renamed, keys it leaves to the caller (metadata, payloads) are not. A sum in minor units is told as a
// decimal under its name, and as it is beside it. Source: decisions 0204 and 0210.

import { type Around, decimalsOf, MINOR, MINOR_OF } from './minor.ts';

export interface JsonSchema {
  readonly type?: string;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly examples?: readonly unknown[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly additionalProperties?: JsonSchema | boolean;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly [MINOR_OF]?: string;
}

/** Names of another kind than letters: `before` of a query is `after`. */
export type Others = Readonly<Record<string, string>>;

/** In queries: what a cursor is called elsewhere, and how many are asked for. */
export const namesOfPages: Others = { before: 'after', page: 'after', page_size: 'limit' };

interface Field {
  /** null: the field is there under its new name already. */
  readonly to: string | null;
  readonly within: Names | null;
  /** Where the currency of these minor units stands; null: they are none. */
  readonly minorOf: string | null;
}

/** What is renamed in a value, and within it. */
export interface Names {
  /** Fields that have another name, or something in them that has, or that are in minor units. */
  readonly fields: ReadonlyMap<string, Field>;
  /** The same by the new name. */
  readonly told: ReadonlyMap<string, { readonly name: string; readonly within: Names | null }>;
  readonly items: Names | null;
  /** Of fields that the schema does not name. */
  readonly others: Names | null;
}

/** The name that every refusal of the API has it under. */
const REQUEST_ID = 'requestId';

const snake = (name: string): string => (name === REQUEST_ID ? name : name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
const renamed = (name: string, others: Others): string => others[name] ?? snake(name);

const partsOf = ({ anyOf = [], oneOf = [], allOf = [] }: JsonSchema): readonly JsonSchema[] => [...anyOf, ...oneOf, ...allOf];
const schemaOfOthers = ({ additionalProperties: more }: JsonSchema): JsonSchema | undefined =>
  typeof more === 'object' ? more : undefined;

/** Of a figure that may be null, or of a list of figures, too. */
function minorIn(schema: JsonSchema): string | null {
  const inside = [...partsOf(schema), ...(schema.items === undefined ? [] : [schema.items])];
  return inside.reduce<string | null>((found, part) => found ?? minorIn(part), schema[MINOR_OF] ?? null);
}

const namesWith = (fields: Names['fields'], items: Names['items'], others: Names['others']): Names => {
  const told = new Map([...fields].flatMap(([name, { to, within }]) => (to === null ? [] : [[to, { name, within }] as const])));
  return { fields, told, items, others };
};

function together(a: Names | null, b: Names | null): Names | null {
  if (a === null || b === null) return a ?? b;
  return namesWith(new Map([...a.fields, ...b.fields]), together(a.items, b.items), together(a.others, b.others));
}

/** null: nothing in it is renamed. `others` is of its own fields alone. */
export function namesOf(schema: JsonSchema, others: Others = {}): Names | null {
  const properties = schema.properties ?? {};
  const fields = new Map(
    Object.entries(properties).flatMap(([name, of]) => {
      const to = renamed(name, others);
      const within = namesOf(of);
      const minorOf = within === null ? minorIn(of) : null;
      const isAsItIs = to === name && within === null && minorOf === null;
      return isAsItIs ? [] : [[name, { to: to !== name && to in properties ? null : to, within, minorOf }] as const];
    }),
  );
  const own = namesWith(fields, namesIn(schema.items), namesIn(schemaOfOthers(schema)));
  const isOwn = fields.size > 0 || own.items !== null || own.others !== null;
  return partsOf(schema).reduce<Names | null>((all, part) => together(all, namesOf(part, others)), isOwn ? own : null);
}

const namesIn = (schema: JsonSchema | undefined): Names | null => (schema === undefined ? null : namesOf(schema));

/** The schema of the renamed value. */
export function renameSchema(schema: JsonSchema, others: Others = {}): JsonSchema {
  const { properties, required, items, additionalProperties: more, anyOf, oneOf, allOf, examples } = schema;
  const isTold = (name: string): boolean => renamed(name, others) === name || properties?.[renamed(name, others)] === undefined;
  const isMinor = (name: string): boolean => minorOfField(properties?.[name]) !== null;
  const each = (parts: readonly JsonSchema[]): readonly JsonSchema[] => parts.map((part) => renameSchema(part, others));
  return {
    ...schema,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties)
          .filter(([name]) => isTold(name))
          .flatMap(([name, of]) => fieldsTold(renamed(name, others), of)),
      ),
    }),
    ...(required && {
      required: required
        .filter(isTold)
        .flatMap((name) => [renamed(name, others), ...(isMinor(name) ? [renamed(name, others) + MINOR] : [])]),
    }),
    ...(examples && { examples: examples.map((example) => tell(example, namesOf(schema, others))) }),
    ...(items && { items: renameSchema(items) }),
    ...(typeof more === 'object' && { additionalProperties: renameSchema(more) }),
    ...(anyOf && { anyOf: each(anyOf) }),
    ...(oneOf && { oneOf: each(oneOf) }),
    ...(allOf && { allOf: each(allOf) }),
  };
}

const minorOfField = (of: JsonSchema | undefined): string | null => (of === undefined || namesOf(of) !== null ? null : minorIn(of));

function fieldsTold(name: string, of: JsonSchema): readonly (readonly [string, JsonSchema])[] {
  if (minorOfField(of) === null) return [[name, renameSchema(of)]];
  return [
    [name, figure(of, 'A decimal with eight places.')],
    [name + MINOR, figure(of, 'The same in minor units, exact.')],
  ];
}

/** The schema of one of a field's two figures. */
function figure(schema: JsonSchema, description: string): JsonSchema {
  const { [MINOR_OF]: minor, anyOf, items, ...rest } = schema;
  return {
    ...rest,
    ...(minor === undefined ? {} : { description }),
    ...(anyOf && { anyOf: anyOf.map((part) => figure(part, description)) }),
    ...(items && { items: figure(items, description) }),
  };
}

/** A value as it is told. Receipts are told by it: fields are set one by one, since objects made of lists of pairs cost three times as much. */
export function tell(value: unknown, names: Names | null, around: Around | null = null): unknown {
  if (names === null || typeof value !== 'object' || value === null) return value;
  const { fields, items, others } = names;
  if (Array.isArray(value)) return items === null ? value : value.map((item) => tell(item, items, around));
  const nearest = { object: value, around };
  const told: Record<string, unknown> = {};
  for (const name of Object.keys(value)) {
    const of = (value as Readonly<Record<string, unknown>>)[name];
    const field = fields.get(name);
    if (field === undefined) set(told, name, others === null ? of : tell(of, others, nearest));
    else if (field.to !== null) {
      told[field.to] = field.minorOf === null ? tell(of, field.within, nearest) : decimalsOf(of, field.minorOf, nearest);
      if (field.minorOf !== null) told[field.to + MINOR] = of;
    }
  }
  return told;
}

/** A key that the schema does not name may be one that an object has a meaning for. */
function set(told: Record<string, unknown>, name: string, value: unknown): void {
  if (name === '__proto__') Object.defineProperty(told, name, { value, enumerable: true });
  else told[name] = value;
}

/** A field that was sent under a name that only the other address knows. */
export interface UnknownName {
  readonly path: readonly (string | number)[];
  readonly name: string;
}

/** How what was sent is taken. */
export interface Taking {
  /** Is told of fields that were sent under a name that is not known here. */
  refuse(unknown: UnknownName): void;
  /** Names of the other address are known here too; not beside the same field under its name here. */
  readonly either: boolean;
}

/** What was sent, by the names of the other address. */
export function take(value: unknown, names: Names | null, taking: Taking, path: UnknownName['path'] = []): unknown {
  if (names === null || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item, i) => take(item, names.items, taking, [...path, i]));
  const taken: Record<string, unknown> = {};
  for (const sent of Object.keys(value)) {
    const of = (value as Readonly<Record<string, unknown>>)[sent];
    const { name, within } = names.told.get(sent) ?? { name: sent, within: withinUntold(sent, value, names, taking, path) };
    set(taken, name, within === null ? of : take(of, within, taking, [...path, sent]));
  }
  return taken;
}

/** What is renamed within a field that is not told by this name. */
function withinUntold(sent: string, beside: object, { fields, others }: Names, taking: Taking, path: UnknownName['path']): Names | null {
  const field = fields.get(sent);
  if (field === undefined) return others;
  if (taking.either && !(field.to !== null && field.to in beside)) return field.within;
  taking.refuse({ path, name: sent });
  return others;
}

/** Where something stands, as it is told. */
export function tellPath(path: readonly string[], names: Names | null): readonly string[] {
  const [name, ...within] = path;
  if (names === null || name === undefined) return path;
  if (/^\d+$/.test(name)) return [name, ...tellPath(within, names.items)];
  const field = names.fields.get(name);
  return [field?.to ?? name, ...tellPath(within, field === undefined ? names.others : field.within)];
}
