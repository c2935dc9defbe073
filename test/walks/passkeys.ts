import { randomUUID } from 'node:crypto';
import { passkeys } from '@countinghouse/contract/features/passkeys';
import { none } from './body-books.ts';
import { empty, nothing } from './isolation-books.ts';
import type { Walk } from './walk.ts';

const made = { id: 'AAAA', response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' } };
const used = { id: 'AAAA', response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' } };

const unknown = () => ({ id: randomUUID() });

export const walk: Walk = {
  isolation: {
    list: nothing,
    begin: { own: (o) => ({ body: { password: o.owner.password } }) },
    add: { own: () => ({ body: { name: 'Laptop', credential: made } }), status: 400 },
    rename: {
      own: () => ({ params: { id: randomUUID() }, body: { name: 'Laptop' } }),
      naming: () => [[{ params: { id: randomUUID() }, body: { name: 'Laptop' } }, 'NOT_FOUND', 'NOT_FOUND']],
      status: 404,
    },
    remove: {
      own: (o) => ({ params: { id: randomUUID() }, body: { password: o.owner.password } }),
      naming: (o) => [[{ params: { id: randomUUID() }, body: { password: o.owner.password } }, 'NOT_FOUND', 'NOT_FOUND']],
      status: 404,
    },
    ask: empty,
    signIn: { own: () => ({ body: { credential: used } }), status: 401 },
  },
  malformed: [
    { title: 'the beginning of a passkey', route: passkeys.begin, body: () => ({ password: 'wrong' }), events: none },
    { title: 'a passkey', route: passkeys.add, body: () => ({ name: 'Laptop', credential: made }), events: none },
    { title: 'the name of a passkey', route: passkeys.rename, params: unknown, body: () => ({ name: 'Laptop' }), events: none },
    { title: 'the end of a passkey', route: passkeys.remove, params: unknown, body: () => ({ password: 'wrong' }), events: none },
    { title: 'a sign-in with a passkey', route: passkeys.signIn, body: () => ({ credential: used }), events: none },
    { title: 'what a passkey is to sign', route: passkeys.ask, body: () => ({}), events: none },
  ],
};
