import { notifications } from '@countinghouse/contract/features/notifications';
import { nothing } from './isolation-books.ts';
import type { Walk } from './walk.ts';

export const walk: Walk = {
  isolation: {
    list: nothing,
    mark: { own: () => ({ body: { seqs: [1] } }), naming: () => [] },
  },
  malformed: [{ title: 'what was read', route: notifications.mark, body: () => ({ seqs: [1, 2] }), events: () => 0 }],
};
