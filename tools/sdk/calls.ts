// The calls of the API that a program may make, as the committed document describes them: what the generated clients are made of.

import { merge, type Schema, type Shape, shapeOf } from './shapes.ts';

interface Parameter {
  readonly name: string;
  readonly required: boolean;
  readonly shape: Shape;
}

export interface Call {
  /** The feature it belongs to, and its name there, as the document writes them: `api_keys`, `list`. */
  readonly feature: string;
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly grant: string;
  readonly params: readonly Parameter[];
  readonly query: readonly Parameter[];
  readonly body: Shape | null;
  /** It takes one file instead of a body. */
  readonly takesFile: boolean;
  /** What it answers; null where that is a file. */
  readonly answer: Shape | null;
  /** Statuses beside 200 that carry an answer, each with the members by which it is known from a refusal. */
  readonly also: readonly { readonly status: number; readonly members: readonly string[] }[];
  /** It may be asked again without harm: always; under the key that names what it does, or with one in each of its intents. */
  readonly repeats: 'always' | 'one' | 'each' | 'never';
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
}

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly required?: boolean; readonly schema: Schema }[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content & { readonly $ref?: string }>>;
  readonly 'x-grant'?: string;
  readonly 'x-idempotency-key'?: 'one' | 'each';
  readonly 'x-reads'?: true;
  readonly 'x-v1'?: string;
}

const JSON_TYPE = 'application/json';
const STREAM_TYPE = 'text/event-stream';

/** In the order of the document. Left out are a stream that goes on until somebody ends it, and the other address of what is under /api/v1. */
export function callsOf(document: string): readonly Call[] {
  const { paths } = JSON.parse(document) as { readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      const grant = operation['x-grant'];
      const streams = STREAM_TYPE in (operation.responses['200']?.content ?? {});
      return grant === undefined || streams || operation['x-v1'] !== undefined
        ? []
        : apart(callOf(path, method.toUpperCase(), operation, grant));
    }),
  );
}

function callOf(path: string, method: string, operation: Operation, grant: string): Call {
  const { operationId, summary, parameters = [], requestBody, responses } = operation;
  const cut = operationId.lastIndexOf('_');
  const among = (place: string): readonly Parameter[] =>
    parameters
      .filter((p) => p.in === place)
      .map(({ name, required, schema }) => ({ name, required: required === true, shape: shapeOf(schema) }));
  const answers = Object.entries(responses)
    .filter(([, response]) => response.$ref === undefined && response.content?.[JSON_TYPE] !== undefined)
    .map(([status, { content }]) => ({ status: Number(status), shape: shapeOf(content?.[JSON_TYPE]?.schema) }));
  const isFile = responses['200']?.content?.[JSON_TYPE] === undefined;
  const [first, ...others] = answers.map(({ shape }) => shape);
  const body = requestBody?.content?.[JSON_TYPE]?.schema;
  return {
    feature: operationId.slice(0, cut),
    name: operationId.slice(cut + 1),
    method,
    path,
    summary,
    grant,
    // In the order of the path.
    params: [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => among('path').find((p) => p.name === name) as Parameter),
    query: among('query'),
    body: body === undefined ? null : shapeOf(body),
    takesFile: requestBody?.content?.['multipart/form-data'] !== undefined,
    answer: isFile || first === undefined ? null : others.reduce(merge, first),
    also: answers
      .filter(({ status }) => status !== 200)
      .map(({ status, shape }) => ({
        status,
        members: shape.is === 'object' ? shape.members.filter((m) => m.required).map((m) => m.name) : [],
      })),
    repeats: method === 'GET' || operation['x-reads'] === true ? 'always' : (operation['x-idempotency-key'] ?? 'never'),
  };
}

/** A call that answers a file where its query asks for one is two: the name of each says what it answers. */
function apart(call: Call): readonly Call[] {
  const format = call.query.find(({ name }) => name === 'format');
  if (call.answer === null || format?.shape.is !== 'text') return [call];
  const query = call.query.filter((one) => one !== format);
  const shape = { ...format.shape, values: format.shape.values.filter((value) => value !== 'json') };
  const file = { name: `${call.name}File`, summary: `${call.summary}. As a file`, answer: null, also: [] };
  return [
    { ...call, query },
    { ...call, ...file, query: [{ ...format, required: true, shape }, ...query] },
  ];
}

/** The words of a name, however it is written: `idem_key`, `debitAccount`, `api-keys`. */
const wordsOf = (name: string): readonly string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '');

export const pascal = (...names: readonly string[]): string =>
  names
    .flatMap(wordsOf)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

export const snake = (name: string): string =>
  wordsOf(name)
    .map((word) => word.toLowerCase())
    .join('_');

export const camel = (name: string): string => {
  const whole = pascal(name);
  return whole.charAt(0).toLowerCase() + whole.slice(1);
};

/** Calls by feature, in the order of the document. */
export function byFeature(calls: readonly Call[]): ReadonlyMap<string, readonly Call[]> {
  const found = new Map<string, Call[]>();
  for (const call of calls) found.set(call.feature, [...(found.get(call.feature) ?? []), call]);
  return found;
}
