// Who asks: the person of a session, or whose API key it is that a request names, a person’s or a service account’s.

import type { Actor } from '@countinghouse/kernel/ledger/actor';
import type { MembershipRow } from '@countinghouse/store/features/tenants/reads';
import type { FastifyRequest } from 'fastify';
import { guardAddress } from '../auth/allow-lists.ts';
import { type ApiKeys, bearerOf, type FoundKey } from '../auth/api-keys.ts';
import type { Session, Sessions } from '../auth/sessions.ts';
import { Refusal } from '../http/refusal.ts';

export interface Caller {
  readonly session: Session;
  readonly actor: Actor;
  /** The organisations they act in: of a key its own alone. */
  readonly memberships: readonly MembershipRow[];
  /** null: they are signed in themselves. */
  readonly key: FoundKey | null;
}

/**
 * null: nobody. A caller who names a credential is judged by it, never by the session beside it, and acts in the key's organisation
 * and no other. Throws UNAUTHORIZED for a key that is unknown, expired or revoked, or whose holder has left, then ADDRESS_NOT_ALLOWED where the list of
 * the key does not hold the caller’s address.
 *
 * `keepsAlive`: whether the call counts as a use of the session.
 */
export async function findCaller(
  request: FastifyRequest,
  { sessions, apiKeys }: { readonly sessions: Pick<Sessions, 'find' | MembershipsOf>; readonly apiKeys: Pick<ApiKeys, 'find'> },
  { keepsAlive = true }: { readonly keepsAlive?: boolean } = {},
): Promise<Caller | null> {
  const bearer = bearerOf(request);
  if (bearer === null) {
    const session = await sessions.find(request, { keepsAlive });
    if (session === null) return null;
    const memberships = await sessions.memberships(session.userId);
    return { session, actor: { kind: 'user', id: session.userId }, memberships, key: null };
  }
  const key = await apiKeys.find(bearer);
  if (key === null) throw new Refusal('UNAUTHORIZED');
  let memberships = await membershipsOfKey(key, sessions);
  if (memberships.length === 0) memberships = await membershipsOfKey(key, sessions, { now: true });
  if (memberships.length === 0) throw new Refusal('UNAUTHORIZED');
  guardAddress(request, key.allow_list);
  return {
    session: key.session,
    actor: { kind: 'user', id: key.user_id, apiKeyId: key.id, apiKeySecret: key.secret_no },
    memberships,
    key,
  };
}

type MembershipsOf = 'memberships' | 'membershipsNow' | 'serviceMemberships';

/** How the holder of a key stands to its organisation; `now`: whatever is remembered. */
export async function membershipsOfKey(
  { tenant_id, user_id, service_account }: FoundKey,
  sessions: Pick<Sessions, MembershipsOf>,
  { now = false } = {},
): Promise<readonly MembershipRow[]> {
  if (service_account !== null) return sessions.serviceMemberships(tenant_id, user_id, { now });
  const all = now ? await sessions.membershipsNow(user_id) : await sessions.memberships(user_id);
  return all.filter((m) => m.tenant_id === tenant_id);
}
