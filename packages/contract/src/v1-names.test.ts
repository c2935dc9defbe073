import { describe, expect, test } from 'vitest';
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
    expect(take(there, names, ({ name }) => expect.fail(name))).toEqual(kept);
  });
  test('a name that only the other address knows is told, with its place', () => {
    const told: UnknownName[] = [];
    take({ rows: [{ debitAccount: 'A' }], before: 1 }, names, (unknown) => told.push(unknown));
    expect(told).toEqual([
      { path: ['rows', 0], name: 'debitAccount' },
      { path: [], name: 'before' },
    ]);
  });
  test('the schema has the same names', () => {
    const { properties = {}, required } = renameSchema(schema, pages);
    expect(Object.keys(properties)).toEqual(['taken_at', 'after', 'requestId', 'metadata', 'rows', 'by_code']);
    expect(required).toEqual(['taken_at', 'rows']);
    expect(namesOf(renameSchema(schema, pages))).toBeNull();
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
