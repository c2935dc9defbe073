// What a call sends: options and body together, checked as the server checks them before anything is sent.

import { namesOf, namesOfPages, type Others, take, tellPath } from '@countinghouse/contract/v1-names';
import type { RouteDef } from '@countinghouse/contract/wire';
import * as z from 'zod';
import { type Field, fieldsOf, type Place } from './fields.ts';
import type { KnownCall } from './known.ts';
import { type Said, valuesOf } from './words.ts';

export type Values = Readonly<Record<string, unknown>>;

export interface Input {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Values;
  readonly body?: Values;
}

interface Given {
  readonly said: readonly Said[];
  /** What `--body` says. */
  readonly body?: Values | undefined;
  /** What the call does is named by it. */
  readonly idemKey?: string | undefined;
}

/** Throws one sentence for the first thing that is wrong. Of a field that both say the option counts, not the body. */
export function inputOf({ name, route }: KnownCall, { said, body, idemKey }: Given): Input {
  const fields = fieldsOf(route);
  if (body !== undefined && route.body === undefined) throw new Error(`${name} takes no body.`);
  const values = valuesOf(said, fields, name);
  const among = (place: Place): Values =>
    Object.fromEntries(Object.entries(values).filter(([of]) => fields.some((field) => field.name === of && field.place === place)));
  const key: Values = idemKey !== undefined && fields.some((field) => field.name === 'idem_key') ? { idem_key: idemKey } : {};
  const given: Readonly<Record<Place, Values>> = {
    path: among('path'),
    query: among('query'),
    body: { ...body, ...key, ...among('body') },
  };
  const unknown = Object.keys(given.body).find((of) => !fields.some((field) => field.name === of && field.place === 'body'));
  if (unknown !== undefined) throw new Error(unknownIn(name, [unknown]));
  const missing = fields.find(({ name: of, place, required }) => required && given[place][of] === undefined);
  if (missing !== undefined) throw new Error(missingOf(name, missing));
  check(name, route, route.params, given.path);
  check(name, route, route.query, given.query, namesOfPages);
  check(name, route, route.body, given.body);
  const sent = { params: given.path as Readonly<Record<string, string>>, query: given.query };
  return route.body === undefined ? sent : { ...sent, body: given.body };
}

const missingOf = (call: string, { name, place }: Field): string =>
  `${call} needs ${place === 'body' ? `${name}, as --${name} or in the body` : `--${name}`}: \`countinghouse call ${call} --help\` says what it is.`;

/** Throws one sentence where it is no JSON object. */
export function readBody(text: string): Values {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (error) {
    throw new Error('The body is no JSON.', { cause: error });
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new Error('The body is no JSON object.');
  return body as Values;
}

/** Against the schema of the route, which knows fields by their names elsewhere; a fault is told by those under /api/v1. */
function check(call: string, { v1 }: RouteDef, type: z.ZodType | undefined, values: Values, others: Others = {}): void {
  if (type === undefined) return;
  const names = v1 === undefined ? null : namesOf(z.toJSONSchema(type, { io: 'input', unrepresentable: 'any' }) as never, others);
  const taken = take(values, names, {
    either: v1?.asSpecifiedToo === true,
    refuse: ({ path, name }) => {
      throw new Error(unknownIn(call, [...path.map(String), name]));
    },
  });
  const issue = type.safeParse(taken).error?.issues[0];
  if (issue === undefined) return;
  const path = tellPath(issue.path.map(String), names);
  if (issue.code === 'unrecognized_keys') throw new Error(unknownIn(call, [...path, issue.keys[0] ?? '']));
  if (issue.code === 'invalid_type' && issue.message.endsWith('received undefined')) throw new Error(`${call} needs ${path.join('.')}.`);
  throw new Error(path.length === 0 ? `${call}: ${issue.message}` : `${path.join('.')}: ${issue.message}`);
}

const unknownIn = (call: string, path: readonly string[]): string =>
  `${call} has no field ${path.join('.')}: \`countinghouse call ${call} --help\` names those it has.`;
