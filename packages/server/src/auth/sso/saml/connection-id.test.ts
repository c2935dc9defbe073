import { expect, test } from 'vitest';
import * as z from 'zod';
import { connectionIdOf } from './connection-id.ts';

const [acme, rival] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'];

test('the id of the next connection is always the same one, a UUID, and no other connection’s', () => {
  const ids = [acme, rival].flatMap((tenant) => [0, 1, 2, 11].map((made) => connectionIdOf(tenant, made)));
  expect(new Set(ids).size).toBe(8);
  for (const id of ids) expect(z.uuid().parse(id)).toBe(id);
  // A provider was told of it: it never changes, also not with a later version.
  expect(connectionIdOf(acme, 0)).toBe('9f798617-961e-806b-b5b9-70641976f2d6');
});
