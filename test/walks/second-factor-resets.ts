import { secondFactorResets } from '@countinghouse/contract/features/second-factor-resets';
import { none } from './body-books.ts';
import { empty, nothing } from './isolation-books.ts';
import type { Walk } from './walk.ts';

export const walk: Walk = {
  isolation: {
    list: nothing,
    // The only owner has nobody who could approve.
    grant: {
      own: (o) => ({ body: { user_id: o.owner.id } }),
      naming: (_o, of) => [[{ body: { user_id: of.memberId } }, 'NOT_FOUND']],
      status: 409,
    },
    mine: nothing,
    stop: empty,
  },
  malformed: [
    { title: 'a reset of a second factor', route: secondFactorResets.grant, body: () => ({ user_id: 'nobody' }), events: none },
    { title: 'the end of a reset', route: secondFactorResets.stop, body: () => ({}), events: none },
  ],
};
