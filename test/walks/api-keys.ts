import { apiKeys } from '@countinghouse/contract/features/api-keys';
import { eventsOfNetworks, networksOf } from './allow-lists.ts';
import { type Books, inOwn, newApiKey, nothing } from './isolation-books.ts';
import type { Walk } from './walk.ts';

const apiKeyOf = async (o: Pick<Books, 'owner' | 'tenantId'>): Promise<string> =>
  (await o.owner.call(apiKeys.create, { body: newApiKey() }, inOwn(o))).body.api_key.id;

export const walk: Walk = {
  isolation: {
    list: nothing,
    own: nothing,
    create: { own: () => ({ body: newApiKey() }) },
    rotate: {
      own: async (o) => ({ params: { id: await apiKeyOf(o) }, body: { overlap_hours: 1 } }),
      naming: (_o, of) => [[{ params: { id: of.apiKeyId }, body: { overlap_hours: 1 } }, 'NOT_FOUND']],
    },
    changeAllowList: {
      own: async (o) => ({ params: { id: await apiKeyOf(o) }, body: { networks: [] } }),
      naming: (_o, of) => [[{ params: { id: of.apiKeyId }, body: { networks: [] } }, 'NOT_FOUND']],
    },
    revoke: {
      own: async (o) => ({ params: { id: await apiKeyOf(o) } }),
      naming: (_o, of) => [[{ params: { id: of.apiKeyId } }, 'NOT_FOUND']],
    },
  },
  malformed: [
    {
      title: 'an API key',
      route: apiKeys.create,
      body: () => ({ name: 'Robot', grant: 'read', expires_at: new Date(Date.now() + 86_400_000).toISOString(), rate_per_minute: 60 }),
    },
    {
      title: 'the allow list of an API key',
      route: apiKeys.changeAllowList,
      object: (o) => apiKeyOf(o),
      params: (o) => ({ id: o.objectId }),
      body: () => networksOf('203.0.113.0/24', '198.51.100.0/24'),
      events: eventsOfNetworks,
    },
    {
      title: 'a new secret of an API key',
      route: apiKeys.rotate,
      object: (o) => apiKeyOf(o),
      params: (o) => ({ id: o.objectId }),
      body: () => ({ overlap_hours: 1 }),
    },
  ],
};
