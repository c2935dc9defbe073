import { byEntity } from './isolation-books.ts';
import type { Walk } from './walk.ts';

export const walk: Walk = {
  isolation: {
    list: { own: () => ({ query: { limit: '500' } }), ...byEntity({ query: { status: 'open' } }) },
  },
  malformed: [],
};
