// The fields of a call by their names under /api/v1, and where its answer has rows: both from the schemas of the contract.

import { namesOfPages, type Others, renameSchema } from '@countinghouse/contract/v1-names';
import type { RouteDef } from '@countinghouse/contract/wire';
import * as z from 'zod';

/** What is read of a JSON Schema. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly default?: unknown;
  readonly description?: string;
  readonly examples?: readonly Readonly<Record<string, unknown>>[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: Schema | boolean;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

export type Place = 'path' | 'query' | 'body';

export interface Field {
  readonly name: string;
  readonly place: Place;
  readonly required: boolean;
  readonly schema: Schema;
}

/** What a value may be, one schema each. */
export const choicesOf = (schema: Schema): readonly Schema[] => (schema.anyOf ?? schema.oneOf)?.flatMap(choicesOf) ?? [schema];

export const typesOf = (schema: Schema): ReadonlySet<string> => new Set(choicesOf(schema).flatMap(({ type }) => type ?? []));

export function schemaOf(route: RouteDef, type: z.ZodType | undefined, io: 'input' | 'output', others: Others = {}): Schema {
  if (type === undefined) return {};
  const schema = z.toJSONSchema(type, { io, unrepresentable: 'any' });
  return (route.v1 === undefined ? schema : renameSchema(schema as never, others)) as Schema;
}

/** Of a body that may be one of several, a field must be there where each of them asks for it. */
function fieldsIn(place: Place, schema: Schema): readonly Field[] {
  const choices = choicesOf(schema);
  const names = new Set(choices.flatMap(({ properties = {} }) => Object.keys(properties)));
  return [...names].map((name) => {
    const kinds = choices.flatMap(({ properties }) => properties?.[name] ?? []);
    const [kind = {}] = kinds;
    const isOne = new Set(kinds.map((one) => JSON.stringify(one))).size === 1;
    return {
      name,
      place,
      required: choices.every(({ required }) => required?.includes(name) === true),
      schema: isOne ? kind : { anyOf: kinds },
    };
  });
}

export const fieldsOf = (route: RouteDef): readonly Field[] => [
  ...fieldsIn('path', schemaOf(route, route.params, 'input')),
  ...fieldsIn('query', schemaOf(route, route.query, 'input', namesOfPages)),
  ...fieldsIn('body', schemaOf(route, route.body, 'input')),
];

export interface Rows {
  /** The member of the answer that they are. */
  readonly name: string;
  readonly columns: readonly string[];
}

/** Whether the body carries the text of a file as its `content`. */
export const carriesText = (route: RouteDef): boolean => fieldsOf(route).some(({ name, place }) => name === 'content' && place === 'body');

/** The rows of an answer that is a list; null for any other. */
export function rowsOf(route: RouteDef): Rows | null {
  if (route.file !== undefined || (route.method !== 'GET' && route.reads !== true)) return null;
  const lists = Object.entries(schemaOf(route, route.ok, 'output').properties ?? {}).filter(([, { type }]) => type === 'array');
  const [name, schema] = lists.find(([of]) => of === route.v1?.page?.items) ?? (lists.length === 1 ? lists[0] : undefined) ?? [];
  if (name === undefined) return null;
  return { name, columns: [...new Set(choicesOf(schema?.items ?? {}).flatMap(({ properties = {} }) => Object.keys(properties)))] };
}

/** Whether it is read a page at a time, from `next` to `after`. */
export const hasPages = (route: RouteDef): boolean =>
  fieldsOf(route).some(({ name, place }) => name === 'after' && place === 'query') &&
  (route.v1?.page !== undefined || 'next' in (schemaOf(route, route.ok, 'output').properties ?? {}));
