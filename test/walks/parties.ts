import { parties } from '@countinghouse/contract/features/parties';
import type { Walk } from './walk.ts';

export const walk: Walk = {
  isolation: {
    search: { own: () => ({ query: { q: 'SECRET', page_size: '500' } }) },
    create: { own: () => ({ body: { label: 'Jane Doe' } }) },
    get: {
      own: (o) => ({ params: { id: o.partyId } }),
      naming: (_o, of) => [[{ params: { id: of.partyId } }, 'NOT_FOUND']],
    },
    change: {
      own: (o) => ({ params: { id: o.partyId }, body: { label: 'Jane Doe' } }),
      naming: (_o, of) => [[{ params: { id: of.partyId }, body: { label: 'Jane Doe' } }, 'NOT_FOUND']],
    },
  },
  malformed: [
    {
      title: 'a party',
      route: parties.create,
      body: () => ({ label: 'Jane Doe', kind: 'person', external_ref: 'x', metadata: { segment: 'retail' } }),
    },
    {
      title: 'a change of a party',
      route: parties.change,
      params: (o) => ({ id: o.partyId }),
      body: () => ({ label: 'Jane Doe', kind: 'person', external_ref: 'x' }),
    },
  ],
};
