import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { chooseKey } from './submit.ts';

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
