// The names of fields under /api/v1: snake_case, whatever the specification calls them elsewhere. They follow from the JSON Schema of what is
// sent or answered: fields it names are renamed, keys it leaves to the caller (metadata, payloads) are not. Source: decision 0204.

export interface JsonSchema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly additionalProperties?: JsonSchema | boolean;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
}

/** Names of another kind than letters: `before` of a query is `after`. */
export type Others = Readonly<Record<string, string>>;

/** In queries: what a cursor is called elsewhere, and how many are asked for. */
export const namesOfPages: Others = { before: 'after', page: 'after', page_size: 'limit' };

/** What is renamed in a value, and within it. */
export interface Names {
  /** Fields that have another name, or something in them that has. `to` null: the field is there under its new name already. */
  readonly fields: ReadonlyMap<string, { readonly to: string | null; readonly within: Names | null }>;
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
      return to === name && within === null ? [] : [[name, { to: to !== name && to in properties ? null : to, within }] as const];
    }),
  );
  const own = namesWith(fields, namesIn(schema.items), namesIn(schemaOfOthers(schema)));
  const isOwn = fields.size > 0 || own.items !== null || own.others !== null;
  return partsOf(schema).reduce<Names | null>((all, part) => together(all, namesOf(part, others)), isOwn ? own : null);
}

const namesIn = (schema: JsonSchema | undefined): Names | null => (schema === undefined ? null : namesOf(schema));

/** The schema of the renamed value. */
export function renameSchema(schema: JsonSchema, others: Others = {}): JsonSchema {
  const { properties, required, items, additionalProperties: more, anyOf, oneOf, allOf } = schema;
  const isTold = (name: string): boolean => renamed(name, others) === name || properties?.[renamed(name, others)] === undefined;
  const each = (parts: readonly JsonSchema[]): readonly JsonSchema[] => parts.map((part) => renameSchema(part, others));
  return {
    ...schema,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties)
          .filter(([name]) => isTold(name))
          .map(([name, of]) => [renamed(name, others), renameSchema(of)]),
      ),
    }),
    ...(required && { required: required.filter(isTold).map((name) => renamed(name, others)) }),
    ...(items && { items: renameSchema(items) }),
    ...(typeof more === 'object' && { additionalProperties: renameSchema(more) }),
    ...(anyOf && { anyOf: each(anyOf) }),
    ...(oneOf && { oneOf: each(oneOf) }),
    ...(allOf && { allOf: each(allOf) }),
  };
}

/** A value as it is told. */
export function tell(value: unknown, names: Names | null): unknown {
  if (names === null || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => tell(item, names.items));
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, of]) => {
      const field = names.fields.get(name);
      if (field === undefined) return [[name, tell(of, names.others)]];
      return field.to === null ? [] : [[field.to, tell(of, field.within)]];
    }),
  );
}

/** A field that was sent under a name that only the other address knows. */
export interface UnknownName {
  readonly path: readonly (string | number)[];
  readonly name: string;
}

/** What was sent, by the names of the other address; `refuse` is told of fields that were sent by them already. */
export function take(value: unknown, names: Names | null, refuse: (unknown: UnknownName) => void, path: UnknownName['path'] = []): unknown {
  if (names === null || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item, i) => take(item, names.items, refuse, [...path, i]));
  return Object.fromEntries(
    Object.entries(value).map(([sent, of]) => {
      const field = names.told.get(sent);
      if (field !== undefined) return [field.name, take(of, field.within, refuse, [...path, sent])];
      if (names.fields.has(sent)) refuse({ path, name: sent });
      return [sent, take(of, names.others, refuse, [...path, sent])];
    }),
  );
}

/** Where something stands, as it is told. */
export function tellPath(path: readonly string[], names: Names | null): readonly string[] {
  const [name, ...within] = path;
  if (names === null || name === undefined) return path;
  if (/^\d+$/.test(name)) return [name, ...tellPath(within, names.items)];
  const field = names.fields.get(name);
  return [field?.to ?? name, ...tellPath(within, field === undefined ? names.others : field.within)];
}
