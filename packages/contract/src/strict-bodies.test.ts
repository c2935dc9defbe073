// What no call knows is refused by every call: a misspelt field is not left out in silence.

import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { routes } from './routes.ts';
import type { RouteDef } from './wire.ts';

/**
 * What others than our callers make up: of a browser’s credential and of a provider’s reply any member may come, and more with time. Whoever signs in or up
 * may send more of the person.
 */
const openPlaces: ReadonlySet<string> = new Set([
  'auth.signIn: ',
  'auth.signUp: ',
  'passkeys.add: credential',
  'passkeys.add: credential.response',
  'passkeys.signIn: credential',
  'passkeys.signIn: credential.response',
  'sso.finish: ',
]);

/** Places within a schema where an object takes members that it does not name, and leaves them out. */
function* looseIn(schema: z.ZodType, at: readonly string[] = []): Generator<string> {
  const def = schema.def as unknown as Readonly<Record<string, unknown>>;
  if (schema instanceof z.ZodObject) {
    if (def['catchall'] === undefined) yield at.join('.');
    for (const [name, part] of Object.entries(schema.shape)) yield* looseIn(part as z.ZodType, [...at, name]);
  } else if (schema instanceof z.ZodArray) yield* looseIn(schema.element as z.ZodType, [...at, '0']);
  else if (schema instanceof z.ZodUnion) for (const option of schema.options) yield* looseIn(option as z.ZodType, at);
  else if (schema instanceof z.ZodPipe) yield* looseIn(schema.in as z.ZodType, at);
  else if (def['innerType'] !== undefined) yield* looseIn(def['innerType'] as z.ZodType, at);
}

const calls = Object.entries(routes).flatMap(([stem, group]) =>
  Object.entries(group as Readonly<Record<string, RouteDef>>).map(([name, route]) => [`${stem}.${name}`, route] as const),
);

describe('no call leaves out in silence what it does not know', () => {
  test.each(['body', 'query'] as const)('of its %s', (part) => {
    const loose = calls.flatMap(([name, route]) => [...new Set(looseIn(route[part] ?? z.undefined()))].map((at) => `${name}: ${at}`));
    expect(loose.filter((place) => !openPlaces.has(place))).toEqual([]);
  });
  test('and what may be more is still there', () => {
    const loose = new Set(calls.flatMap(([name, { body }]) => [...looseIn(body ?? z.undefined())].map((at) => `${name}: ${at}`)));
    expect([...openPlaces].filter((place) => !loose.has(place))).toEqual([]);
  });
});
