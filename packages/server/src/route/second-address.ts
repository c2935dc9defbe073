// A call at its address under /api/v1: the same handler and rights; names in snake_case, sums as decimals, and lists that are read by `after`,
// `limit` and `next`.

import {
  type JsonSchema,
  type Names,
  namesOf,
  namesOfPages,
  take,
  tell,
  tellPath,
  type UnknownName,
} from '@countinghouse/contract/v1-names';
import type { RouteDef, V1Address } from '@countinghouse/contract/wire';
import type { FastifySerializerCompiler, RouteShorthandOptions } from 'fastify';
import { ResponseSerializationError, serializerCompiler } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { type Checked, compileSchema, SchemaRefused } from '../http/check-schema.ts';
import { Refusal } from '../http/refusal.ts';
import { FileAnswer, JsonAnswer, OtherStatus } from './answers.ts';

type Page = NonNullable<V1Address['page']>;

const schemaOf = (type: z.ZodType, io: 'input' | 'output'): JsonSchema =>
  z.toJSONSchema(type, { io, unrepresentable: 'any' }) as unknown as JsonSchema;

/** Made once, when it is first needed: there are many calls, and few are made. */
function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

const unknownName = ({ path, name }: UnknownName): z.core.$ZodIssue => ({
  code: 'unrecognized_keys',
  keys: [name],
  path: [...path],
  message: '',
  input: undefined as never,
});

interface Compiled {
  readonly schema: unknown;
  readonly httpPart?: string;
}

/** Bodies as they were sent, and by the names that the handler knows. */
type Taken = WeakMap<object, unknown>;

/** Checks by the schema of the route what was sent by the names of this address, and tells faults by them. */
const compileTold =
  (either: boolean, bodies: Taken) =>
  ({ schema, httpPart }: Compiled): ((data: unknown) => Checked) => {
    const check = compileSchema({ schema });
    const names = once(() => namesOf(schemaOf(schema as z.ZodType, 'input'), httpPart === 'querystring' ? namesOfPages : {}));
    return (data) => {
      const unknowns: z.core.$ZodIssue[] = [];
      const taken = take(data, names(), { either, refuse: (unknown) => unknowns.push(unknownName(unknown)) });
      if (unknowns.length > 0) return { error: new SchemaRefused(unknowns) };
      if (httpPart === 'body' && typeof data === 'object' && data !== null) bodies.set(data, taken);
      const checked = check(taken);
      return 'error' in checked ? { error: checked.error.at((path) => tellPath(path, names())) } : checked;
    };
  };

type Serializer = ReturnType<typeof serializerCompiler>;

/** What the schema let pass is told by the names of this address, and written once: a receipt is answered more often than anything else. */
const compileTelling: typeof serializerCompiler = (route): Serializer => {
  const write = serializerCompiler(route);
  const type = route.schema as z.ZodType;
  const names = once(() => namesOf(schemaOf(type, 'output')));
  return (answer) => {
    if (names() === null) return write(answer);
    const checked = z.safeEncode(type, answer);
    if (!checked.success) throw new ResponseSerializationError(route.method, route.url, { cause: checked.error });
    return JSON.stringify(tell(checked.data, names()));
  };
};

/** What begins the next page of a list; null where this one is the last. */
function nextOf({ items, by }: Page, answer: Readonly<Record<string, unknown>>, query: Readonly<Record<string, unknown>>): string | null {
  const list = answer[items] as readonly Readonly<Record<string, unknown>>[];
  if (list.length < Number(query['limit'] ?? query['page_size'])) return null;
  if (by === 'number') return String(Number(query['page']) + 1);
  if (by === 'place') return String(Number(query['after']) + list.length);
  return String(list.at(-1)?.[by]);
}

export interface SecondAddress {
  readonly path: string;
  readonly ok: z.ZodType;
  readonly compilers: Pick<RouteShorthandOptions, 'validatorCompiler' | 'serializerCompiler'>;
  /** A body that was checked, as it was sent, by the names that the handler knows. */
  taken(body: unknown): unknown;
  /** The answer of the handler as it is told here. */
  told(answer: unknown, query: unknown): unknown;
  /** The error it ended with, with fields by the names of this address. */
  refused(error: unknown): unknown;
}

export function secondAddressOf(route: RouteDef, { path, page, asSpecifiedToo }: V1Address): SecondAddress {
  const either = asSpecifiedToo === true;
  const ok = page === undefined ? route.ok : (route.ok as z.ZodObject).extend({ next: z.string().nullable() });
  const namesSent = once(() => [
    route.body === undefined ? null : namesOf(schemaOf(route.body, 'input')),
    route.query === undefined ? null : namesOf(schemaOf(route.query, 'input'), namesOfPages),
  ]);
  const bodies: Taken = new WeakMap();
  const isRenamed = once(() => page !== undefined || namesOf(schemaOf(ok, 'output')) !== null);
  return {
    path,
    ok,
    compilers: { validatorCompiler: compileTold(either, bodies), serializerCompiler: compileTelling as FastifySerializerCompiler<unknown> },
    taken: (body) => bodies.get(body as object) ?? body,
    told: (answer, query) => {
      if (answer instanceof FileAnswer || answer instanceof OtherStatus) return answer;
      if (answer instanceof JsonAnswer && !isRenamed()) return answer;
      const body = answer instanceof JsonAnswer ? JSON.parse(Buffer.from(answer.json).toString()) : answer;
      return page === undefined ? body : { ...body, next: nextOf(page, body, query as Readonly<Record<string, unknown>>) };
    },
    refused: (error) => (error instanceof Refusal ? toldRefusal(error, namesSent()) : error),
  };
}

/** Of a refusal the fields it is about. */
function toldRefusal(refusal: Refusal, sent: readonly (Names | null)[]): Refusal {
  if (!Array.isArray(refusal.details)) return refusal;
  const details = refusal.details.map((fault: { readonly path?: unknown }) =>
    typeof fault.path === 'string' ? { ...fault, path: sent.reduce(tellPath, fault.path.split('.')).join('.') } : fault,
  );
  return new Refusal(refusal.code, details, refusal.waitSeconds);
}
