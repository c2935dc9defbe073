import { parties } from '@countinghouse/contract/features/parties';
import { none, type Sent } from './body-books.ts';
import type { Walk } from './walk.ts';

/** The limit that is in force again, or none where there is none, is not written. */
function eventsOfExposure(): (sent: Sent) => number {
  let inForce = 'null';
  return ({ text }) => {
    const limit = JSON.stringify((JSON.parse(String(text)) as { readonly limit: unknown }).limit);
    const isChange = limit !== inForce;
    inForce = limit;
    return isChange ? 1 : 0;
  };
}

export const walk: Walk = {
  isolation: {
    search: { own: () => ({ query: { q: 'SECRET', page_size: '500' } }) },
    names: { own: (o) => ({ body: { ids: [o.partyId] } }) },
    create: { own: () => ({ body: { label: 'Jane Doe' } }) },
    get: {
      own: (o) => ({ params: { id: o.partyId } }),
      naming: (_o, of) => [[{ params: { id: of.partyId } }, 'NOT_FOUND']],
    },
    change: {
      own: (o) => ({ params: { id: o.partyId }, body: { label: 'Jane Doe' } }),
      naming: (_o, of) => [[{ params: { id: of.partyId }, body: { label: 'Jane Doe' } }, 'NOT_FOUND']],
    },
    position: {
      own: (o) => ({ params: { id: o.partyId } }),
      naming: (o, of) => [
        [{ params: { id: of.partyId } }, 'NOT_FOUND'],
        [{ params: { id: o.partyId }, headers: { 'x-entity-id': of.entityId } }, 'NOT_FOUND'],
      ],
    },
    setExposureLimit: {
      own: (o) => ({ params: { id: o.partyId }, body: { limit: { currency: 'USD', amount_minor: '100' } } }),
      naming: (_o, of) => [[{ params: { id: of.partyId }, body: { limit: null } }, 'NOT_FOUND']],
    },
    statement: {
      own: (o) => ({ params: { id: o.partyId }, query: { from: '2026-01-01' } }),
      naming: (o, of) => [
        [{ params: { id: of.partyId } }, 'NOT_FOUND'],
        [{ params: { id: o.partyId }, headers: { 'x-entity-id': of.entityId } }, 'NOT_FOUND'],
      ],
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
    {
      title: 'an exposure limit',
      route: parties.setExposureLimit,
      params: (o) => ({ id: o.partyId }),
      body: () => ({ limit: { currency: 'USD', amount_minor: String(Math.ceil(Math.random() * 1e9)) } }),
      events: eventsOfExposure(),
    },
    { title: 'names of parties', route: parties.names, body: (o) => ({ ids: [o.partyId] }), events: none },
  ],
};
