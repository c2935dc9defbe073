// Who is signed in, and which organisation is worked in: starting, ending and switching. Each forgets what the one before saw.
import { auth } from '@countinghouse/contract/features/auth';
import { branding } from '@countinghouse/contract/features/branding';
import { ALL_ENTITIES, entities } from '@countinghouse/contract/features/entities';
import { tenants } from '@countinghouse/contract/features/tenants';
import { ApiError } from '../calls/api-error.ts';
import { call, tenantGuard } from '../calls/client.ts';
import { keyOf, q, type Touched } from '../calls/query.ts';
import { queryClient } from '../calls/query-client.ts';
import { activeEntity } from './active-entity.ts';
import { askAnew } from './ask-anew.ts';
import { entitiesQuery, tenantsQuery } from './context.ts';

export type Entry = 'ready' | 'signed-out';

/**
 * Makes sure of a session and its organisations before a screen opens.
 * Throws an ApiError beginning with 'Failed to load organisation context' for anything but a missing session.
 */
export async function enter(): Promise<Entry> {
  try {
    // Asked first because it answers without a session too: a visit to the door is no error.
    const { user } = await queryClient.ensureQueryData(q(auth.session));
    if (user === null) {
      forgetSession();
      return 'signed-out';
    }
    await queryClient.ensureQueryData(tenantsQuery);
    return 'ready';
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return 'signed-out';
    const { code, status, requestId, payload, message } = error instanceof ApiError ? error : new ApiError({ code: 'UNKNOWN', status: 0 });
    throw new ApiError({ code, status, requestId, payload, message: `Failed to load organisation context: ${message}` });
  }
}

const isOf = (queryKey: readonly unknown[], features: readonly Touched[]): boolean =>
  features.some((feature) => keyOf(feature)[0] === queryKey[0]);

/** Forgets everything of the session that was. */
export function forgetSession(): void {
  tenantGuard.forget();
  activeEntity.forget();
  queryClient.clear();
}

/** After a sign-up on the way: who is signed in is asked again, and what is shown follows. */
export async function beginSession(): Promise<void> {
  tenantGuard.forget();
  activeEntity.forget();
  queryClient.removeQueries({ predicate: (query) => !isOf(query.queryKey, [auth]) });
  await queryClient.refetchQueries({ queryKey: keyOf(auth) });
}

export const isInSession = (): boolean => queryClient.getQueryData(tenantsQuery.queryKey) !== undefined;

/** Works in another organisation from now on: every list is loaded anew, and nothing of the one before is shown again. */
async function workIn(tenantId: string): Promise<void> {
  tenantGuard.select(tenantId);
  queryClient.setQueryData(tenantsQuery.queryKey, await tenantGuard.mine());
  await askAnew((queryKey) => !isOf(queryKey, [auth, tenants]));
}

export async function switchTenant(tenantId: string): Promise<void> {
  await call(tenants.switch, { body: { tenantId } });
  await workIn(tenantId);
}

/** After the organisation worked in is gone: the next one of the person, or none. */
export async function leaveTenant(): Promise<void> {
  tenantGuard.forget();
  activeEntity.forget();
  await askAnew((queryKey) => !isOf(queryKey, [auth]));
}

/** What does not depend on the entity that is worked in. */
const beyondEntities = [auth, tenants, entities, branding];

/** Works in another entity from now on, or in all (null): what was listed for the one before is loaded anew. */
export async function switchEntity(entityId: string | null): Promise<void> {
  const { currentId } = await call(entities.switch, { body: { entityId: entityId ?? ALL_ENTITIES } });
  const tenantId = tenantGuard.known();
  if (tenantId !== null) activeEntity.select(tenantId, currentId);
  queryClient.setQueryData(entitiesQuery.queryKey, (known) => (known === undefined ? known : { ...known, currentId }));
  await askAnew((queryKey) => !isOf(queryKey, beyondEntities));
}
