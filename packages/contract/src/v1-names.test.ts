import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { Minor, minorOf } from './minor.ts';
import { type JsonSchema, namesOf, renameSchema, take, tell, tellPath, type UnknownName } from './v1-names.ts';

const schema: JsonSchema = {
  type: 'object',
  properties: {
    takenAt: { type: 'string' },
    taken_at: { type: 'string' },
    before: { type: 'integer' },
    requestId: { type: 'string' },
    metadata: { type: 'object', additionalProperties: { type: 'string' } },
    rows: { type: 'array', items: { anyOf: [{ type: 'object', properties: { debitAccount: { type: 'string' } } }, { type: 'null' }] } },
    byCode: { type: 'object', additionalProperties: { type: 'object', properties: { minorUnits: { type: 'integer' } } } },
  },
  required: ['takenAt', 'taken_at', 'rows'],
};
const pages = { before: 'after' };
const names = namesOf(schema, pages);

describe('names under /api/v1', () => {
  const here = {
    takenAt: 't',
    taken_at: 't',
    before: 3,
    requestId: 'r',
    metadata: { orderNo: 'aB' },
    rows: [{ debitAccount: 'A' }, null],
    byCode: { theKey: { minorUnits: 2 } },
  };
  const { takenAt: _takenAt, ...kept } = here;
  const there = {
    taken_at: 't',
    after: 3,
    requestId: 'r',
    metadata: { orderNo: 'aB' },
    rows: [{ debit_account: 'A' }, null],
    by_code: { theKey: { minor_units: 2 } },
  };

  test('fields that the schema names are in snake_case, once; what the caller names stays', () => {
    expect(tell(here, names)).toEqual(there);
  });
  test('what was sent becomes what the other address takes', () => {
    expect(take(there, names, { either: false, refuse: ({ name }) => expect.fail(name) })).toEqual(kept);
  });
  test('a name that only the other address knows is told, with its place', () => {
    const told: UnknownName[] = [];
    take({ rows: [{ debitAccount: 'A' }], before: 1 }, names, { either: false, refuse: (unknown) => told.push(unknown) });
    expect(told).toEqual([
      { path: ['rows', 0], name: 'debitAccount' },
      { path: [], name: 'before' },
    ]);
  });
  test('where either spelling is taken, a field has one of them', () => {
    const told: UnknownName[] = [];
    const either = { either: true, refuse: (unknown: UnknownName) => told.push(unknown) };
    const { before: _before, ...elsewhere } = kept;
    expect(take({ ...elsewhere, after: 3 }, names, either)).toEqual(kept);
    expect(told).toEqual([]);
    take({ rows: [{ debitAccount: 'A', debit_account: 'B' }] }, names, either);
    expect(told).toEqual([{ path: ['rows', 0], name: 'debitAccount' }]);
  });
  test('a key that objects have a meaning for stays a key', () => {
    const sent = JSON.parse('{"byCode":{"__proto__":{"minorUnits":2}}}');
    expect(JSON.stringify(tell(sent, names))).toBe('{"by_code":{"__proto__":{"minor_units":2}}}');
    expect(JSON.stringify(take(tell(sent, names), names, { either: false, refuse: ({ name }) => expect.fail(name) }))).toBe(
      JSON.stringify(sent),
    );
  });
  test('the schema has the same names', () => {
    const { properties = {}, required } = renameSchema(schema, pages);
    expect(Object.keys(properties)).toEqual(['taken_at', 'after', 'requestId', 'metadata', 'rows', 'by_code']);
    expect(required).toEqual(['taken_at', 'rows']);
    expect(namesOf(renameSchema(schema, pages))).toBeNull();
  });
  test('an example has them', () => {
    expect(renameSchema({ ...schema, examples: [here] }, pages).examples).toEqual([there]);
  });
  test('a place in it is told by them', () => {
    expect(tellPath(['rows', '2', 'debitAccount'], names)).toEqual(['rows', '2', 'debit_account']);
    expect(tellPath(['byCode', 'theKey', 'minorUnits'], names)).toEqual(['by_code', 'theKey', 'minor_units']);
    expect(tellPath(['unknownName'], names)).toEqual(['unknownName']);
  });
  test('where nothing has another name there is nothing to do', () => {
    expect(namesOf({ properties: { a: { type: 'string' } } })).toBeNull();
  });
});

describe('sums under /api/v1', () => {
  const answer = z.object({
    currency: z.string(),
    balance: Minor,
    limit: Minor.nullable(),
    lines: z.array(z.object({ currency: z.string(), carried: minorOf('base.currency'), moves: z.array(Minor) })),
    base: z.object({ currency: z.string() }),
  });
  const schemaOf = (type: z.ZodType): JsonSchema => z.toJSONSchema(type) as unknown as JsonSchema;
  const sums = namesOf(schemaOf(answer));
  const here = {
    currency: 'USD',
    balance: '-1250.5',
    limit: null,
    lines: [{ currency: 'JPY', carried: '7', moves: ['12', '-3'] }],
    base: { currency: 'BHD' },
  };
  const there = {
    currency: 'USD',
    balance: '-12.50500000',
    balance_minor: '-1250.5',
    limit: null,
    limit_minor: null,
    lines: [
      { currency: 'JPY', carried: '0.00700000', carried_minor: '7', moves: ['12.00000000', '-3.00000000'], moves_minor: ['12', '-3'] },
    ],
    base: { currency: 'BHD' },
  };

  test('are decimals by their names, and in minor units beside, whatever the currency and wherever it stands', () => {
    expect(tell(here, sums)).toEqual(there);
  });
  test('the schema has both', () => {
    const { properties = {}, required } = renameSchema(schemaOf(answer));
    expect(required).toEqual(['currency', 'balance', 'balance_minor', 'limit', 'limit_minor', 'lines', 'base']);
    expect(properties['balance']).toEqual({ type: 'string', description: 'A decimal with eight places.' });
    expect(properties['limit_minor']).toEqual({
      anyOf: [{ type: 'string', description: 'The same in minor units, exact.' }, { type: 'null' }],
    });
    expect(Object.keys(properties['lines']?.items?.properties ?? {})).toEqual([
      'currency',
      'carried',
      'carried_minor',
      'moves',
      'moves_minor',
    ]);
    expect(namesOf(renameSchema(schemaOf(answer)))).toBeNull();
  });
  test('of no currency are an error, not a figure', () => {
    expect(() => tell({ balance: '1', limit: null, lines: [] }, sums)).toThrow('currency is nowhere around');
  });
});
