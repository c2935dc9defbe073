import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { checkKey, chooseKey } from './submit.ts';

/** A request with these lines as Node reads them: of two of a name it makes one text. */
const sent = (...keys: readonly string[]): FastifyRequest =>
  ({ headers: { 'idempotency-key': keys.join(', ') }, raw: { rawHeaders: keys.flatMap((key) => ['Idempotency-Key', key]) } }) as never;

test('the key of one header is taken as it is, also where it has a comma', () => {
  expect([chooseKey(sent('k-1'), {}), chooseKey(sent('k-1, k-2'), {})]).toEqual(['k-1', 'k-1, k-2']);
});
test('two headers with a key are refused, be the keys the same', () => {
  for (const keys of [
    ['k-1', 'k-2'],
    ['k-1', 'k-1'],
  ])
    expect(() => chooseKey(sent(...keys), {})).toThrow(expect.objectContaining({ code: 'BAD_REQUEST' }));
});
test('a header with other signs than ASCII is refused by its name, be the key in the body the same', () => {
  const refused = expect.objectContaining({
    code: 'VALIDATION_ERROR',
    details: [{ path: 'idempotency-key', message: expect.stringContaining('ASCII') }],
  });
  // As Node reads the bytes of `clé` in UTF-8, and of ISO 8859-1.
  for (const key of ['cl\u00c3\u00a9', 'cl\u00e9', 'a\tb'])
    for (const body of [{}, { idem_key: key }]) expect(() => chooseKey(sent(key), body)).toThrow(refused);
  expect(chooseKey({ headers: {} } as never, { idem_key: 'cl\u00e9' })).toBe('cl\u00e9');
});
test('a key of blanks is none: it would be that of whatever else has none', () => {
  const missing = expect.objectContaining({ code: 'MISSING_FIELDS', details: [expect.objectContaining({ path: 'idem_key' })] });
  for (const key of ['', ' ', '\u00a0 ']) expect(() => chooseKey({ headers: {} } as never, { idem_key: key })).toThrow(missing);
  expect(() => checkKey(' ', 'idem_key')).toThrow(missing);
});
