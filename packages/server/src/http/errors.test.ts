import { expect, test } from 'vitest';
import { codeOf } from './errors.ts';

const away = Object.assign(new Error('terminating connection due to administrator command'), { code: '57P01' });
const full = Object.assign(new Error('No space left on device'), { code: 'ENOSPC' });

test.each([
  ['itself', away, 'DATABASE_UNAVAILABLE'],
  [
    'as the driver tells of a connection that broke',
    new Error('Client has encountered a connection error and is not queryable'),
    'DATABASE_UNAVAILABLE',
  ],
  ['as its cause', new Error('could not', { cause: away }), 'DATABASE_UNAVAILABLE'],
  ['as the cause that a library keeps in its body', Object.assign(new Error('x'), { body: { cause: away } }), 'DATABASE_UNAVAILABLE'],
  ['two deep', new Error('could not', { cause: new Error('nor this', { cause: away }) }), 'DATABASE_UNAVAILABLE'],
  ['a full disk as its cause', new Error('could not', { cause: full }), 'STORAGE_FULL'],
])('an error that has the database’s absence %s is told as such', (_how, error, code) => {
  expect(codeOf(error)).toBe(code);
});

test('an error that nobody knows is UNKNOWN, also one that is its own cause', () => {
  const loop = new Error('x');
  loop.cause = loop;
  expect([codeOf(new Error('x')), codeOf(loop), codeOf(null)]).toEqual(['UNKNOWN', 'UNKNOWN', 'UNKNOWN']);
});
