// Who may come in through an organisation's own sign-in, and as what. Owners say it; the system admits by it. Nobody becomes an owner by it, an
// owner's role is never changed by it, and whom somebody took out does not come back by it.

import { SSO_CONNECTIONS_MAX, SSO_DOMAINS_MAX } from '../bounds.ts';
import { canonicalize } from '../canonical/jcs.ts';
import { append, type Decision, refuse, refuseField } from '../ledger/decision.ts';
import { guardWrite } from '../ledger/guard.ts';
import type { TenantState } from '../ledger/state.ts';
import type {
  AddSsoDomain,
  AdmitBySso,
  ChangeSsoConnection,
  CreateSsoConnection,
  DeleteSsoConnection,
  RemoveSsoDomain,
  VerifySsoDomain,
} from './commands.ts';
import type { SsoConnection, SsoRole } from './events.ts';

/** Refuses, first match wins: as `guardWrite` (an owner), CODE_TAKEN (another has the name, in any case), VALIDATION_ERROR (as many as there may be). */
export function decideCreateSsoConnection(state: TenantState, { actor, id, issuer, content }: CreateSsoConnection): Decision {
  const refusal = guardWrite(state, actor, 'owner') ?? guardName(state, id, content.name);
  if (refusal !== null) return refusal;
  if (state.ssoConnections.size >= SSO_CONNECTIONS_MAX)
    return refuseField('name', `There are ${SSO_CONNECTIONS_MAX} connections already. Delete one first.`);
  return append({ type: 'sso_connection.created', payload: { id, issuer, ...content, enabled: false, required: false } });
}

/** Refuses, first match wins: as `guardWrite` (an owner), NOT_FOUND, CODE_TAKEN. Nothing is written where nothing changes. */
export function decideChangeSsoConnection(state: TenantState, { actor, id, content }: ChangeSsoConnection): Decision {
  const refusal = guardWrite(state, actor, 'owner');
  if (refusal !== null) return refusal;
  const now = state.ssoConnections.get(id);
  if (now === undefined) return refuse('NOT_FOUND');
  const next: SsoConnection = { ...now, ...content };
  const taken = guardName(state, id, next.name);
  if (taken !== null) return taken;
  return canonicalize(now) === canonicalize(next) ? append() : append({ type: 'sso_connection.changed', payload: next });
}

/** Refuses, first match wins: as `guardWrite` (an owner, also when read-only), NOT_FOUND. */
export function decideDeleteSsoConnection(state: TenantState, { actor, id }: DeleteSsoConnection): Decision {
  const refusal = guardWrite(state, actor, 'owner', { evenReadOnly: true });
  if (refusal !== null) return refusal;
  return state.ssoConnections.has(id) ? append({ type: 'sso_connection.deleted', payload: { id } }) : refuse('NOT_FOUND');
}

/** Refuses, first match wins: as `guardWrite` (an owner), NOT_FOUND (the connection), VALIDATION_ERROR (the domain is there, or as many as there may be). */
export function decideAddSsoDomain(state: TenantState, { actor, connectionId, domain, token }: AddSsoDomain): Decision {
  const refusal = guardWrite(state, actor, 'owner');
  if (refusal !== null) return refusal;
  if (!state.ssoConnections.has(connectionId)) return refuse('NOT_FOUND');
  if (state.ssoDomains.has(domain))
    return refuseField('domain', 'This domain is here already. Remove it first to use it for another connection.');
  if (state.ssoDomains.size >= SSO_DOMAINS_MAX)
    return refuseField('domain', `There are ${SSO_DOMAINS_MAX} domains already. Remove one first.`);
  return append({ type: 'sso_domain.added', payload: { connection_id: connectionId, domain, token } });
}

/** Refuses, first match wins: as `guardWrite` (an owner), NOT_FOUND. One that is verified stays so. */
export function decideVerifySsoDomain(state: TenantState, { actor, domain }: VerifySsoDomain): Decision {
  const refusal = guardWrite(state, actor, 'owner');
  if (refusal !== null) return refusal;
  const found = state.ssoDomains.get(domain);
  if (found === undefined) return refuse('NOT_FOUND');
  return found.verified ? append() : append({ type: 'sso_domain.verified', payload: { domain } });
}

/** Refuses, first match wins: as `guardWrite` (an owner, also when read-only), NOT_FOUND. */
export function decideRemoveSsoDomain(state: TenantState, { actor, domain }: RemoveSsoDomain): Decision {
  const refusal = guardWrite(state, actor, 'owner', { evenReadOnly: true });
  if (refusal !== null) return refusal;
  return state.ssoDomains.has(domain) ? append({ type: 'sso_domain.removed', payload: { domain } }) : refuse('NOT_FOUND');
}

/**
 * Expects the system to ask. Refuses, first match wins: NOT_FOUND (the organisation is gone, there is no such connection, or it is switched off),
 * SSO_DOMAIN_UNVERIFIED, SSO_REMOVED, SSO_NO_ROLE, TENANT_READONLY (they would join). Where nothing changes nothing is written; in a read-only
 * organisation a role stays.
 */
export function decideAdmitBySso(state: TenantState, { actor, id, userId, domain, groups, known }: AdmitBySso): Decision {
  const connection = state.ssoConnections.get(id);
  if (actor.kind !== 'system' || state.archived || connection?.enabled !== true) return refuse('NOT_FOUND');
  const found = state.ssoDomains.get(domain);
  if (found?.verified !== true || found.connectionId !== id) return refuse('SSO_DOMAIN_UNVERIFIED');
  const now = state.members.get(userId);
  if (now === 'owner') return append();
  if (now === undefined && known) return refuse('SSO_REMOVED');
  const role = roleOf(connection, groups);
  if (role === null) return refuse('SSO_NO_ROLE');
  const admitted = { type: 'sso_connection.admitted', payload: { id, user_id: userId } } as const;
  if (now === undefined)
    return state.readOnly ? refuse('TENANT_READONLY') : append(admitted, { type: 'member.added', payload: { user_id: userId, role } });
  // Without groups that bring a role, a role that was given by hand stays.
  if (now === role || connection.roles.length === 0 || state.readOnly) return append();
  return append(admitted, { type: 'member.role_changed', payload: { user_id: userId, role } });
}

const roleOf = ({ roles, default_role }: SsoConnection, groups: readonly string[]): SsoRole | null =>
  roles.find(({ group }) => groups.includes(group))?.role ?? default_role;

function guardName(state: TenantState, id: string, name: string): Decision | null {
  for (const other of state.ssoConnections.values())
    if (other.id !== id && other.name.toLowerCase() === name.toLowerCase()) return refuse('CODE_TAKEN', { name });
  return null;
}
