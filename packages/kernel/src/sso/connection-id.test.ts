import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { samlConnectionId } from './connection-id.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const [acme, rival] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'];

test('the id of the next connection is always the same one, a UUID, and no other connection’s', () => {
  const ids = [acme, rival].flatMap((tenant) => [0, 1, 2, 11].map((made) => samlConnectionId(tenant, made, sha256)));
  expect(new Set(ids).size).toBe(8);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  // A provider was told of it: it never changes, also not with a later version.
  expect(samlConnectionId(acme, 0, sha256)).toBe('9f798617-961e-806b-b5b9-70641976f2d6');
});
