import { randomUUID } from 'node:crypto';
import { signingKeys } from '@countinghouse/contract/features/signing-keys';
import { expectOk } from '@countinghouse/testkit/organisation';
import { makeSigner } from '@countinghouse/testkit/signer';
import { inOwn, newKey, nothing } from './isolation-books.ts';
import type { Walk } from './walk.ts';

export const walk: Walk = {
  isolation: {
    list: nothing,
    create: { own: () => ({ body: newKey() }) },
    revoke: {
      own: async (o) => ({ params: { kid: expectOk(await o.owner.call(signingKeys.create, { body: newKey() }, inOwn(o))).key.kid } }),
      naming: (_o, of) => [[{ params: { kid: of.kid } }, 'NOT_FOUND']],
    },
    // Public keys are public; that they are of this organisation is not in them.
    jwks: {
      own: (o) => ({ params: { id: o.tenantId }, query: { purpose: 'intent' } }),
      naming: () => [[{ params: { id: randomUUID() } }, 'NOT_FOUND']],
    },
  },
  malformed: [
    {
      title: 'a key',
      route: signingKeys.create,
      body: () => ({ action: 'register', label: 'Key', public_jwk: makeSigner().publicJwk }),
      // The one before it sunsets.
      events: () => 2,
    },
  ],
};
