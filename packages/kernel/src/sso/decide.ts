// Who may come in through an organisation's own sign-in, and as what. Owners say it; the system admits by it. Nobody becomes an owner by it, an
// owner's role is never changed by it, and whom somebody took out does not come back by it.

import { SSO_CONNECTIONS_MAX, SSO_DOMAINS_MAX } from '../bounds.ts';
import { canonicalize } from '../canonical/jcs.ts';
import type { Actor } from '../ledger/actor.ts';
import { append, type Decision, type Facts, refuse, refuseField } from '../ledger/decision.ts';
import { guardWrite } from '../ledger/guard.ts';
import type { TenantState } from '../ledger/state.ts';
import type {
  AddSsoDomain,
  AdmitBySso,
  ChangeSsoConnection,
  CreateSamlConnection,
  CreateSsoConnection,
  DeleteSsoConnection,
  RemoveSsoDomain,
  VerifySsoDomain,
} from './commands.ts';
import { samlConnectionId } from './connection-id.ts';
import type { OidcConnection, OidcSettings, SamlConnection, SamlSettings, SsoConnection, SsoRole } from './events.ts';

/** What only one protocol has, by the name that an owner says it under. */
const ofOidc: Readonly<Record<keyof OidcSettings, string>> = { client_id: 'client_id', secret_id: 'client_secret', scope: 'scope' };
const ofSaml: Readonly<Record<keyof SamlSettings, string>> = {
  sign_on_url: 'sign_on_url',
  certificates: 'certificates',
  email_attribute: 'email_attribute',
  name_attribute: 'name_attribute',
  subject_attribute: 'subject_attribute',
};

/** Refuses, first match wins: as `guardWrite` (an owner), CODE_TAKEN (another has the name, in any case), VALIDATION_ERROR (as many as there may be). */
export function decideCreateSsoConnection(state: TenantState, { actor, id, issuer, content }: CreateSsoConnection): Decision {
  const payload = { id, issuer, ...content, enabled: false, required: false };
  return guardNew(state, actor, payload) ?? append({ type: 'sso_connection.created', payload });
}

/** Refuses, first match wins: as `guardWrite` (an owner), VALIDATION_ERROR (its id is not that of the next one), then as `decideCreateSsoConnection`. */
export function decideCreateSamlConnection(
  state: TenantState,
  { actor, id: known, issuer, content }: CreateSamlConnection,
  { sha256 }: Pick<Facts, 'sha256'>,
): Decision {
  const refusal = guardWrite(state, actor, 'owner');
  if (refusal !== null) return refusal;
  const id = samlConnectionId(state.tenantId, state.samlConnectionsMade, sha256);
  if (known !== null && known !== id)
    return refuseField('id', 'This is not the id of the next connection. The list names it, and the provider must know it.');
  const payload = { id, issuer, ...content, enabled: false, required: false };
  return guardNew(state, actor, payload) ?? append({ type: 'sso_connection.saml_created', payload });
}

/**
 * Refuses, first match wins: as `guardWrite` (an owner), NOT_FOUND, VALIDATION_ERROR (what its protocol has not), CODE_TAKEN. Nothing is written where
 * nothing changes.
 */
export function decideChangeSsoConnection(state: TenantState, { actor, id, content }: ChangeSsoConnection): Decision {
  const refusal = guardWrite(state, actor, 'owner');
  if (refusal !== null) return refusal;
  const now = state.ssoConnections.get(id);
  if (now === undefined) return refuse('NOT_FOUND');
  const strange = Object.entries(now.protocol === 'oidc' ? ofSaml : ofOidc).find(([field]) => field in content);
  if (strange !== undefined)
    return refuseField(
      strange[1],
      `This connection speaks ${now.protocol === 'oidc' ? 'OpenID Connect' : 'SAML'}, which has no such setting.`,
    );
  const next = { ...now, ...content } as SsoConnection;
  const taken = guardName(state, id, next.name);
  if (taken !== null) return taken;
  if (canonicalize(now) === canonicalize(next)) return append();
  const { protocol, ...payload } = next;
  return protocol === 'oidc'
    ? append({ type: 'sso_connection.changed', payload: payload as OidcConnection })
    : append({ type: 'sso_connection.saml_changed', payload: payload as SamlConnection });
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
  const role = roleByGroups(connection, groups);
  if (role === null) return refuse('SSO_NO_ROLE');
  const admitted = { type: 'sso_connection.admitted', payload: { id, user_id: userId } } as const;
  if (now === undefined)
    return state.readOnly ? refuse('TENANT_READONLY') : append(admitted, { type: 'member.added', payload: { user_id: userId, role } });
  // Without groups that bring a role, a role that was given by hand stays.
  if (now === role || connection.roles.length === 0 || state.readOnly) return append();
  return append(admitted, { type: 'member.role_changed', payload: { user_id: userId, role } });
}

/** The first group that fits, else what others become; null: they are not let in. */
export const roleByGroups = ({ roles, default_role }: SsoConnection, groups: readonly string[]): SsoRole | null =>
  roles.find(({ group }) => groups.includes(group))?.role ?? default_role;

function guardNew(state: TenantState, actor: Actor, { id, name }: Pick<SsoConnection, 'id' | 'name'>): Decision | null {
  const refusal = guardWrite(state, actor, 'owner') ?? guardName(state, id, name);
  if (refusal !== null) return refusal;
  return state.ssoConnections.size < SSO_CONNECTIONS_MAX
    ? null
    : refuseField('name', `There are ${SSO_CONNECTIONS_MAX} connections already. Delete one first.`);
}

function guardName(state: TenantState, id: string, name: string): Decision | null {
  for (const other of state.ssoConnections.values())
    if (other.id !== id && other.name.toLowerCase() === name.toLowerCase()) return refuse('CODE_TAKEN', { name });
  return null;
}
