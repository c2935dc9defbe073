// Who is signed in, and which organisation is worked in: starting, ending and switching. Each forgets what the one before saw.
import { tenants } from '@countinghouse/contract/features/tenants';
import { ApiError } from '../lib/api-error.ts';
import { call, tenantGuard } from '../lib/client.ts';
import { keys, sessionQuery, tenantsQuery } from '../lib/queries.ts';
import { queryClient } from './query-client.ts';

export type Entry = 'ready' | 'signed-out';

/**
 * Makes sure of a session and its organisations before a screen opens.
 * Throws an ApiError beginning with 'Failed to load organisation context' for anything but a missing session.
 */
export async function enter(): Promise<Entry> {
  try {
    // Asked first because it answers without a session too: a visit to the door is no error.
    const { user } = await queryClient.ensureQueryData(sessionQuery);
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

/** Forgets everything of the session that was. */
export function forgetSession(): void {
  tenantGuard.forget();
  queryClient.clear();
}

export const isInSession = (): boolean => queryClient.getQueryData(keys.tenants) !== undefined;

/** Works in another organisation from now on: every list is loaded anew, and nothing of the one before is shown again. */
async function workIn(tenantId: string): Promise<void> {
  tenantGuard.select(tenantId);
  queryClient.setQueryData(keys.tenants, await tenantGuard.mine());
  const kept: readonly string[] = [keys.session[0], keys.tenants[0]];
  await queryClient.resetQueries({ predicate: (query) => !kept.includes(String(query.queryKey[0])) });
}

export async function switchTenant(tenantId: string): Promise<void> {
  await call(tenants.switch, { body: { tenantId } });
  await workIn(tenantId);
}
