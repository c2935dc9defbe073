import { expect, test } from 'vitest';
import { codeOf } from './errors.ts';

const away = Object.assign(new Error('terminating connection due to administrator command'), { code: '57P01' });
const ofDatabase = (code: string): Error => Object.assign(new Error('x'), { severity: 'FATAL', code });
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
  ['a full disk as PostgreSQL says it', new Error('could not', { cause: ofDatabase('53100') }), 'STORAGE_FULL'],
  ['a database without memory', ofDatabase('53200'), 'DATABASE_UNAVAILABLE'],
  ['a database that takes no more connections', ofDatabase('53300'), 'DATABASE_UNAVAILABLE'],
  ['a file that the database cannot read', ofDatabase('58030'), 'DATABASE_UNAVAILABLE'],
  ['a pool that was closed', new Error('Cannot use a pool after calling end on the pool'), 'DATABASE_UNAVAILABLE'],
  ['a lock that was waited for too long', new Error('could not', { cause: ofDatabase('55P03') }), 'OVERLOADED'],
  ['a statement that took too long', ofDatabase('57014'), 'OVERLOADED'],
  ['a transaction that met another', ofDatabase('40001'), 'OVERLOADED'],
  ['a deadlock', ofDatabase('40P01'), 'OVERLOADED'],
  ['no file handle left', Object.assign(new Error('too many open files'), { code: 'EMFILE' }), 'OVERLOADED'],
  ['a primary that has become a standby', new Error('could not', { cause: ofDatabase('25006') }), 'SERVER_READONLY'],
])('an error that has what the database or the machine lacks, %s, is told as such', (_how, error, code) => {
  expect(codeOf(error)).toBe(code);
});

test('an error that nobody knows is UNKNOWN, also one that is its own cause', () => {
  const loop = new Error('x');
  loop.cause = loop;
  expect([codeOf(new Error('x')), codeOf(loop), codeOf(null)]).toEqual(['UNKNOWN', 'UNKNOWN', 'UNKNOWN']);
});
