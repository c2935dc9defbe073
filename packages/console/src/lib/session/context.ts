// What every screen stands on: the organisations of the person, and the entities of the one that is worked in.
import { entities } from '@countinghouse/contract/features/entities';
import { tenants } from '@countinghouse/contract/features/tenants';
import { queryOptions } from '@tanstack/react-query';
import { call, tenantGuard } from '../calls/client.ts';
import { keyOf, q } from '../calls/query.ts';
import { activeEntity } from './active-entity.ts';
import { ENSURE_LIFE_MS } from './active-tenant.ts';

const ENTITIES_FRESH_MS = 60_000;

export const tenantsQuery = queryOptions({
  queryKey: keyOf(tenants.mine),
  queryFn: () => tenantGuard.mine(),
  staleTime: ENSURE_LIFE_MS,
});

/** The entities of the organisation; `currentId` is the one this tab works in, null under "All entities". */
export const entitiesQuery = queryOptions({
  queryKey: q(entities.list, { query: {} }).queryKey,
  queryFn: async ({ signal }) => {
    const loaded = await call(entities.list, { query: {} }, { signal });
    const tenantId = tenantGuard.known();
    return tenantId === null ? loaded : { ...loaded, currentId: activeEntity.learn(tenantId, loaded) };
  },
  staleTime: ENTITIES_FRESH_MS,
});
