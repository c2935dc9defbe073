import { fx } from '@countinghouse/contract/features/fx';
import { nothing } from './isolation-books.ts';
import type { Walk } from './walk.ts';

export const walk: Walk = {
  isolation: {
    list: nothing,
    effective: { own: () => ({ query: { base: 'EUR', quote: 'USD' } }) },
    import: { own: () => ({ body: { content: 'Date,USD\n2026-01-30,1.1\n' } }), proposed: 200 },
    upsert: { own: () => ({ body: { base_currency: 'GBP', quote_currency: 'USD', rate: 2 } }) },
  },
  malformed: [
    {
      title: 'a rate',
      route: fx.upsert,
      body: () => ({ base_currency: 'EUR', quote_currency: 'USD', rate: 1.5, asof: '2026-01-31T00:00:00Z', source: 's' }),
    },
    {
      title: 'a file of rates',
      route: fx.import,
      body: () => ({ content: 'Date,USD\n2026-01-30,1.1\n', filename: 'f', currencies: ['USD'], days: 1, preview: true }),
      events: ({ text }, { body }) => (Number(body['imported']) > 0 && !text.includes('"preview":true') ? 1 : 0),
    },
  ],
};
