import { expect, test } from 'vitest';
import * as z from 'zod';
import { compileSchema, type SchemaRefused } from './check-schema.ts';

const Row = z.strictObject({ a: z.string(), b: z.number().default(7) });
const check = compileSchema({ schema: z.strictObject({ rows: z.array(Row).max(10_000), name: z.string().trim().min(1) }) });
const faultsOf = (data: unknown): SchemaRefused['validation'] => {
  const checked = check(data);
  return 'error' in checked ? checked.error.validation : [];
};

test('what is right comes with defaults and as it is normalised', () => {
  expect(check({ rows: [{ a: 'x' }], name: ' n ' })).toEqual({ value: { rows: [{ a: 'x', b: 7 }], name: 'n' } });
});

test('of a small one every fault is told, with its place', () => {
  expect(faultsOf({ rows: [{ a: 1 }, { a: 'x', c: 1 }, {}], name: ' ' })).toMatchObject([
    { keyword: 'invalid_type', instancePath: '/rows/0/a' },
    { keyword: 'unrecognized_keys', instancePath: '/rows/1', params: { keys: ['c'] } },
    { keyword: 'invalid_type', instancePath: '/rows/2/a' },
    { keyword: 'too_small', instancePath: '/name', params: { origin: 'string', minimum: 1 } },
  ]);
});

test('of a large one the first faults are: a list ends with the first of its elements that is wrong', () => {
  const rows = Array.from({ length: 10_000 }, (_, i) => (i < 5_000 ? { a: 'x' } : {}));
  expect(faultsOf({ rows, name: 'n' })).toMatchObject([{ instancePath: '/rows/5000/a' }]);
  expect(faultsOf({ rows: [...rows, ...rows], name: 'n' })).toMatchObject([{ keyword: 'too_big', instancePath: '/rows' }]);
});
