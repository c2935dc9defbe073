import { secondFactors } from '@countinghouse/contract/features/second-factors';
import { none } from './body-books.ts';
import { nothing } from './isolation-books.ts';
import type { Walk } from './walk.ts';

export const walk: Walk = {
  isolation: {
    get: nothing,
    enrol: { own: (o) => ({ body: { password: o.owner.password } }) },
    verify: { own: () => ({ body: { code: '123456' } }) },
    recover: { own: () => ({ body: { code: 'aaaaa-aaaaa' } }) },
    renew: { own: (o) => ({ body: { password: o.owner.password, code: '123456' } }), status: 409 },
    disable: { own: (o) => ({ body: { password: o.owner.password, code: '123456' } }), status: 409 },
    members: nothing,
  },
  malformed: [
    { title: 'an authenticator', route: secondFactors.enrol, body: () => ({ password: 'wrong' }), events: none },
    { title: 'a code', route: secondFactors.verify, body: () => ({ code: '123456' }), events: none },
    { title: 'a recovery code', route: secondFactors.recover, body: () => ({ code: 'aaaaa-aaaaa' }), events: none },
    { title: 'new recovery codes', route: secondFactors.renew, body: () => ({ password: 'wrong', code: '000000' }), events: none },
    {
      title: 'the end of a second factor',
      route: secondFactors.disable,
      body: () => ({ password: 'wrong', code: '000000' }),
      events: none,
    },
  ],
};
