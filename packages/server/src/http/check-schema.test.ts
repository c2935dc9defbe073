import { describe, expect, test } from 'vitest';
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

const day = z.iso.date('Use a date.');
const Formed = z.strictObject({
  email: z.string().trim().pipe(z.email('Enter an address.')),
  on: day.optional(),
  rows: z.array(z.object({ on: day, code: z.string().regex(/^[A-Z]{3}$/) })).default([]),
});
const right = { email: 'ann@example.test' };

test.each<[what: string, sent: unknown, keyword: string | undefined]>([
  ['blank where it is required', { email: '' }, 'too_small'],
  ['of spaces alone', { email: '  ' }, 'too_small'],
  ['blank in a row', { ...right, rows: [{ on: '', code: 'USD' }] }, 'too_small'],
  ['blank beside one that is wrong', { ...right, rows: [{ on: 'x', code: '' }] }, 'invalid_format'],
  ['wrong', { email: 'ann' }, 'invalid_format'],
  ['blank where it may be left out', { ...right, on: '' }, 'invalid_format'],
])('a text of a form that is %s', (_what, sent, keyword) => {
  const checked = compileSchema({ schema: Formed })(sent);
  expect('error' in checked ? checked.error.validation[0]?.keyword : undefined).toBe(keyword);
});

test('a blank text keeps the words of its form', () => {
  const checked = compileSchema({ schema: Formed })({ email: '' });
  expect('error' in checked ? checked.error.validation : []).toMatchObject([
    { instancePath: '/email', message: 'Enter an address.', params: { origin: 'string', minimum: 1 } },
  ]);
});

describe('a number in a query', () => {
  const read = compileSchema({
    schema: z.strictObject({
      limit: z.coerce.number().int().min(1).default(50),
      before: z.coerce.number().int().optional(),
      q: z.string().optional(),
    }),
  });
  test.each([
    '1e2',
    '0x10',
    '0b1',
    ' 5',
    '5 ',
    '5.0',
    '+5',
    '',
    'Infinity',
    '--5',
    '٥',
    ['5', '6'],
    ['5'],
    true,
    null,
    {},
    { toString: 5 },
    Object.create(null),
  ])('is not %j', (limit) => {
    const checked = read({ limit, q: '1e2' });
    expect('error' in checked ? checked.error.validation : []).toMatchObject([
      { keyword: 'invalid_type', instancePath: '/limit', message: 'Use a number, in digits alone.' },
    ]);
  });
  test('is its digits, and a minus before them', () => {
    expect(read({ limit: '100', before: '-7' })).toEqual({ value: { limit: 100, before: -7 } });
    expect(read({})).toEqual({ value: { limit: 50 } });
    expect(read({ limit: undefined })).toEqual({ value: { limit: 50 } });
    expect(read({ limit: 100 })).toEqual({ value: { limit: 100 } });
    expect(read(Object.assign(Object.create(null), { limit: '2' }))).toEqual({ value: { limit: 2 } });
  });
  test.each([null, undefined, 'limit', 5, [[]]])('is not looked for in what is no object: %j', (data) => {
    expect(read(data)).toMatchObject({
      error: { validation: [{ keyword: 'invalid_type', message: data === undefined ? 'Required.' : 'Use an object.' }] },
    });
  });
});

const kinds = z.discriminatedUnion('kind', [z.strictObject({ kind: z.literal('a') }), z.strictObject({ kind: z.literal('b') })]);
test.each<[given: unknown, schema: z.ZodType, said: string]>([
  [undefined, z.string(), 'Required.'],
  [undefined, z.enum(['a', 'b']), 'Required.'],
  [5, z.string(), 'Use text.'],
  ['x', z.number(), 'Use a number.'],
  ['x', z.coerce.number(), 'Use a number, in digits alone.'],
  [1.5, z.int(), 'Use a whole number.'],
  [1.5, z.number().int(), 'Use a whole number.'],
  ['true', z.boolean(), 'Use true or false.'],
  [{}, z.array(z.string()), 'Use a list.'],
  [[], z.strictObject({}), 'Use an object.'],
  [[], z.record(z.string(), z.string()), 'Use an object.'],
  ['', z.string().min(1), 'Required.'],
  ['ab', z.string().min(3), 'Use at least 3 characters.'],
  ['abc', z.string().max(2), 'Use at most 2 characters.'],
  [0, z.number().min(1), 'Use 1 or more.'],
  [0, z.number().positive(), 'Use more than 0.'],
  [501, z.number().max(500), 'Use 500 or less.'],
  [500, z.number().lt(500), 'Use less than 500.'],
  [[], z.array(z.string()).min(1), 'Give at least 1.'],
  [['a', 'b'], z.array(z.string()).max(1), 'Give at most 1.'],
  ['c', z.enum(['a', 'b']), 'Use one of a, b.'],
  [{ kind: 'c' }, kinds, 'Use one of a, b.'],
  [{}, kinds, 'Required.'],
  ['c', z.literal('a'), 'Use a.'],
  ['c', z.string().regex(/^a$/, 'Use the letter a.'), 'Use the letter a.'],
])('of %j is said in plain words what to use: %#', (given, schema, said) => {
  const checked = compileSchema({ schema: z.object({ it: schema }) })({ it: given });
  expect('error' in checked ? checked.error.validation.map(({ message }) => message) : []).toEqual([said]);
});
