// What a call takes, in words: from the schemas that it is checked against.

import { carriesText, choicesOf, type Field, fieldsOf, hasPages, rowsOf, type Schema, typesOf } from './fields.ts';
import type { KnownCall } from './known.ts';

const USAGE = 'Usage: countinghouse call NAME [--FIELD VALUE …] [options]';

export const usage = `${USAGE}

Makes one call under /api/v1. \`countinghouse calls [WORDS]\` lists the calls with their names, \`countinghouse call NAME --help\` says what one
takes: fields of its address, its query and the top of its body are options, by their names there.

  --FIELD VALUE          a field; said several times where it is a list, and as JSON where it is more than that
  --FIELD[MEMBER] VALUE  a member of a field that is an object, as --metadata[team] treasury; null takes away what may be null
  --body FILE            the body as a JSON object, - for the standard input; of a field that both say the option counts
  --file FILE            the file, of a call that takes one, as it is or as content of its body
  --idem-key KEY         names what a write does, so that it is done once however often it is asked for; else one is made and said
  --all                  the rows of every page of a list, as they come
  --output FORM          json: one line; ndjson or csv: a line a row, of a list. Else JSON on several lines, and ndjson with --all
  --out FILE             where the answer goes; else to the standard output
  --url ADDRESS          the server; else COUNTINGHOUSE_URL
  --tenant ID            id of the organisation, where the credential does not say which

Exit codes: 0 done · 1 what was asked for was rejected · 2 it was not done · 78 settings are wrong.
`;

export function helpOf(call: KnownCall): string {
  const { name, route, path, grant } = call;
  const fields = fieldsOf(route).filter((field) => route.keyed !== true || field.name !== 'idem_key');
  const [needed, free] = [fields.filter((f) => f.required), fields.filter((f) => !f.required)];
  const lines = [...needed, ...free].map((field) => [`--${field.name}`, wordsOf(field)] as const);
  const width = Math.max(0, ...lines.map(([option]) => option.length));
  return [
    `countinghouse call ${name}`,
    `${route.summary}.`,
    `${route.method} ${path.replace(/:(\w+)/g, '{$1}')}; a key needs the grant ${grant}.`,
    '',
    ...(lines.length === 0 ? ['It has no fields.'] : ['Fields:']),
    ...lines.map(([option, words]) => `  ${option.padEnd(width)}  ${words}`),
    ...optionsOf(call),
    '',
    'Example:',
    `  ${exampleOf(name, route.takesFile !== undefined, [...needed], exampleIn(call))}`,
    '',
  ].join('\n');
}

/** Those of the command's own options that mean something here. */
function optionsOf({ route }: KnownCall): readonly string[] {
  const options = [
    ...(route.body === undefined ? [] : ['--body FILE  the body as a JSON object, - for the standard input']),
    ...(carriesText(route) ? ['--file FILE  a text file that content is read from'] : []),
    ...(route.takesFile === undefined ? [] : [`--file FILE  the file, at most ${route.takesFile.bytesMax} bytes; required`]),
    ...(route.keyed === true ? ['--idem-key KEY  names what it does; else one is made and said'] : []),
    ...(route.keyed === 'each' ? ['Each of the intents has its own idem_key.'] : []),
    ...(hasPages(route) ? ['--all  the rows of every page, as they come'] : []),
    ...(rowsOf(route) === null ? [] : ['--output json|ndjson|csv  ndjson and csv: a line a row']),
    '--out FILE  where the answer goes',
  ];
  return ['', 'Options:', ...options.map((text) => `  ${text}`)];
}

/** Type, limits, and whether it must be there. */
function wordsOf({ schema, place, required }: Field): string {
  const fallback = choicesOf(schema)[0]?.default ?? schema.default;
  const description = schema.description ?? choicesOf(schema)[0]?.description;
  const told = [
    typeOf(schema),
    required ? 'required' : null,
    fallback === undefined ? null : `else ${JSON.stringify(fallback)}`,
    place === 'body' ? null : `in the ${place}`,
  ];
  const words = told.filter((text) => text !== null).join('; ');
  return description === undefined ? words : `${words}. ${description}`;
}

function typeOf(schema: Schema): string {
  const choices = choicesOf(schema);
  const values = choices.flatMap(({ enum: some = [], const: one }) => (one === undefined ? some : [one]));
  const others = choices.filter((c) => c.enum === undefined && c.const === undefined && c.type !== 'null').map(kindOf);
  const kinds = [...new Set([...(values.length === 0 ? [] : [values.map(String).join(', ')]), ...others])];
  return [kinds.length === 0 ? 'anything' : kinds.join(' or '), ...(typesOf(schema).has('null') ? ['null'] : [])].join(' or ');
}

function kindOf(schema: Schema): string {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems, properties, items } = schema;
  const types = typesOf(schema);
  if (types.has('string')) return `${textOf(schema)}${rangeOf(minLength, maxLength, ' characters')}`;
  if (types.has('integer')) return `whole number${rangeOf(minimum, maximum)}`;
  if (types.has('number')) return `number${rangeOf(minimum, maximum)}`;
  if (types.has('boolean')) return 'true or false';
  if (types.has('array')) return `list${rangeOf(minItems, maxItems)} of: ${typeOf(items ?? {})}`;
  if (types.has('object')) return properties === undefined ? 'object' : `object {${Object.keys(properties).join(', ')}}`;
  return 'anything';
}

const PATTERN_LENGTH_MAX = 60;
const formats: Readonly<Record<string, string>> = {
  date: 'date, as 2026-01-31',
  'date-time': 'time, as 2026-01-31T12:00:00Z',
  uuid: 'id',
  guid: 'id',
};

function textOf({ format, pattern }: Schema): string {
  const named = format === undefined ? undefined : (formats[format] ?? format);
  if (named !== undefined) return named;
  return pattern === undefined || pattern.length > PATTERN_LENGTH_MAX ? 'text' : `text as ${pattern}`;
}

/** Bounds that the numbers of a computer have anyway are left out. */
function rangeOf(least: number | undefined, most: number | undefined, unit = ''): string {
  const [from, to] = [least, most].map((n) => (n === undefined || Math.abs(n) >= Number.MAX_SAFE_INTEGER ? undefined : n));
  if (from === undefined && to === undefined) return '';
  if (from === undefined) return ` (at most ${to}${unit})`;
  return to === undefined ? ` (at least ${from}${unit})` : ` (${from} to ${to}${unit})`;
}

/** The example that the schema itself has. */
const exampleIn = ({ route }: KnownCall): Readonly<Record<string, unknown>> | undefined =>
  (route.body?.meta()?.['examples'] as Schema['examples'])?.[0];

function exampleOf(name: string, takesFile: boolean, needed: readonly Field[], example: Readonly<Record<string, unknown>> = {}): string {
  const inOption = needed.filter(({ schema, name: of }) => !(of in example) && !isNested(schema));
  return [
    `countinghouse call ${name}`,
    ...inOption.map((field) => `--${field.name} ${valueFor(field)}`),
    ...Object.entries(example).map(([of, value]) => `--${of} ${typeof value === 'string' ? quoted(value) : `'${JSON.stringify(value)}'`}`),
    ...(needed.some(({ schema, name: of }) => !(of in example) && isNested(schema)) ? [`--body ${name}.json`] : []),
    ...(takesFile ? ['--file FILE'] : []),
  ].join(' ');
}

const isNested = (schema: Schema): boolean => {
  const types = typesOf(schema);
  return !types.has('string') && (types.has('object') || types.has('array'));
};

const quoted = (text: string): string => (/^[\w.:@/-]+$/.test(text) ? text : `'${text}'`);

function valueFor({ name, schema }: Field): string {
  const [{ enum: some, const: one, format, minimum } = {}] = choicesOf(schema);
  if (one !== undefined || some !== undefined) return String(one ?? some?.[0]);
  if (format === 'date') return '2026-01-31';
  if (format === 'date-time') return '2026-01-31T12:00:00Z';
  const types = typesOf(schema);
  if (types.has('integer') || types.has('number')) return String(Math.max(1, minimum ?? 1));
  return types.has('boolean') ? 'true' : name.toUpperCase();
}
