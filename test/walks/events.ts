import { byEntity } from './isolation-books.ts';
import type { Walk } from './walk.ts';

export const walk: Walk = {
  isolation: {
    stream: { own: () => ({ query: { after: '0', seconds: '1' } }), ...byEntity({ query: { type: 'intent.', seconds: '1' } }) },
    export: { own: () => ({ params: { format: 'csv' } }) },
    list: { own: () => ({ query: { limit: '500' } }), ...byEntity({ query: { type: 'intent.executed' } }) },
  },
  malformed: [],
};
