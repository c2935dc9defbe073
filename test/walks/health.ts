import { health } from '@countinghouse/contract/features/health';
import { none } from './body-books.ts';
import { empty, nothing } from './isolation-books.ts';
import type { Walk } from './walk.ts';

export const walk: Walk = {
  isolation: {
    check: empty,
    acceptLoss: { own: () => ({ body: { lost_from: 1, lost_to: 1 } }), status: 409 },
    get: nothing,
  },
  malformed: [
    { title: 'a full check', route: health.check, body: () => ({}), events: () => 0 },
    { title: 'an accepted loss', route: health.acceptLoss, body: () => ({ lost_from: 1, lost_to: 1 }), events: none },
  ],
};
