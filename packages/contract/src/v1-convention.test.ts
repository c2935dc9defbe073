// One convention under /api/v1, held against every call of the contract: names in snake_case, sums as decimals with the minor units named as such.
// What keeps other names is what the specification has there, and nothing else.

import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { HeldChange } from './held.ts';
import { canWait } from './key-grants.ts';
import { MINOR, MINOR_OF } from './minor.ts';
import { routes } from './routes.ts';
import { type JsonSchema, namesOfPages, type Others, renameSchema } from './v1-names.ts';
import type { RouteDef } from './wire.ts';

const V1 = '/api/v1/';

/** Calls that the specification has under /api/v1, each by its words: what they take and answer is called what it says. */
const specified: Readonly<Record<string, string>> = {
  'GET /api/v1/health': 'invariants{missingPostings,hashBreaks,balanceDrift}',
  'GET /api/v1/events': 'events[]{seq,event_hash,…}: in snake_case already',
  'POST /api/v1/intents/execute': 'rows with debitAccount, creditAccount, valueDate; eventId, eventHash',
  'POST /api/v1/snapshots/take': 'snapshot, which has takenAt beside taken_at',
  'GET /api/v1/balances': 'accounts[]{id,code,currency,balance}: the balance in minor units, its decimals as minorUnits',
  'POST /api/v1/periods/close/start': 'in snake_case already',
  'POST /api/v1/periods/close/lock': 'in snake_case already',
  'POST /api/v1/periods/close/publish': 'in snake_case already',
};

interface Call {
  readonly title: string;
  /** Schemas of what is sent and answered there. */
  readonly schemas: readonly JsonSchema[];
}

function callAt(route: RouteDef, path: string, rename: (schema: JsonSchema, others: Others) => JsonSchema): Call {
  const schemaOf = (type: z.ZodType | undefined, io: 'input' | 'output', others: Others = {}): readonly JsonSchema[] =>
    type === undefined ? [] : [rename(z.toJSONSchema(type, { io, unrepresentable: 'any' }) as unknown as JsonSchema, others)];
  return {
    title: `${route.method} ${path}`,
    schemas: [
      ...schemaOf(route.params, 'input'),
      ...schemaOf(route.query, 'input', namesOfPages),
      ...schemaOf(route.body, 'input'),
      ...[route.ok, ...Object.values(route.also ?? {}), ...(canWait(route) ? [HeldChange] : [])].flatMap((type) =>
        schemaOf(type, 'output'),
      ),
    ],
  };
}

const all = Object.values(routes).flatMap((group) => Object.values(group));
const first = all.filter(({ path }) => path.startsWith(V1)).map((route) => callAt(route, route.path, (schema) => schema));
const second = all.flatMap((route) => (route.v1 === undefined ? [] : [callAt(route, route.v1.path, renameSchema)]));

/** Each object in it, by its fields. */
function objectsIn(schema: JsonSchema): readonly Readonly<Record<string, JsonSchema>>[] {
  const { properties = {}, items, additionalProperties: more, anyOf = [], oneOf = [], allOf = [] } = schema;
  const inside = [...Object.values(properties), ...anyOf, ...oneOf, ...allOf];
  return [
    properties,
    ...[...inside, ...(items === undefined ? [] : [items]), ...(typeof more === 'object' ? [more] : [])].flatMap(objectsIn),
  ];
}

const otherNamesIn = ({ schemas }: Call): readonly string[] =>
  schemas
    .flatMap(objectsIn)
    .flatMap(Object.keys)
    .filter((name) => /[A-Z]/.test(name) && name !== 'requestId');

describe('every call under /api/v1', () => {
  test('has its names in snake_case, but for those of the specification', () => {
    const others = [...first, ...second].filter((call) => otherNamesIn(call).length > 0 && specified[call.title] === undefined);
    expect(others.map((call) => [call.title, otherNamesIn(call)])).toEqual([]);
  });
  test('is one of the specification where it is named so', () => {
    const titles = first.map(({ title }) => title);
    expect(Object.keys(specified).filter((title) => !titles.includes(title))).toEqual([]);
  });
  test('tells no sum in minor units under a plain name, but for balances as the specification has them', () => {
    const inMinor = (call: Call): boolean => JSON.stringify(call.schemas).includes(`"${MINOR_OF}"`);
    expect([...first, ...second].filter((call) => inMinor(call) && specified[call.title] === undefined).map(({ title }) => title)).toEqual(
      [],
    );
  });
  test('has the decimal beside what it tells in minor units', () => {
    const plain = /^(balance|available|held|held_before|held_after|accrued|opening|closing|total)$/;
    const alone = second.flatMap(({ title, schemas }) =>
      schemas.flatMap(objectsIn).flatMap((fields) =>
        Object.keys(fields)
          .filter((name) => plain.test(name) && fields[name]?.type === 'string' && 'minor_units' in fields && !(name + MINOR in fields))
          .map((name) => `${title} ${name}`),
      ),
    );
    expect(alone).toEqual([]);
  });
});
