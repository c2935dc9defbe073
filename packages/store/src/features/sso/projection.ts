import type { ChainedEvent, EventType } from '@countinghouse/kernel/ledger/events';
import type { SsoConnection } from '@countinghouse/kernel/sso/events';
import type { Feature } from '../../feature.ts';
import { type Statement, statement } from '../../sql/statement.ts';
import { contentOf } from './connection-row.ts';

type Event<T extends EventType> = Extract<ChainedEvent, { readonly type: T }>;

/** What memberships are read with, from the tables as they stand then. */
const setAccess = (tenantId: string): Statement =>
  statement(
    `update tenants t set sso_access = a.access from (
       select coalesce(jsonb_agg(jsonb_build_object('connection_id', c.id, 'required', c.required, 'owners_by_password', c.owners_by_password,
         'domains', (select coalesce(jsonb_agg(d.domain order by d.domain), '[]') from sso_domains d
                     where d.tenant_id = $1 and d.connection_id = c.id and d.verified_at is not null)) order by c.id), '[]') as access
       from sso_connections c where c.tenant_id = $1 and c.enabled) a
     where t.tenant_id = $1`,
    tenantId,
  );

const projectCreated = (
  tenantId: string,
  connection: SsoConnection,
  { eventTs, actorId }: Pick<ChainedEvent, 'eventTs' | 'actorId'>,
): Statement =>
  statement(
    `insert into sso_connections (tenant_id, id, name, client_id, secret_id, scope, saml, groups_claim, roles, default_role, second_factor, enabled,
       required, owners_by_password, issuer, created_at, created_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)`,
    tenantId,
    connection.id,
    ...contentOf(connection),
    connection.issuer,
    eventTs,
    actorId,
  );

const countUpSaml = (tenantId: string): Statement =>
  statement(
    `insert into saml_connections_made (tenant_id, made) values ($1, 1)
     on conflict (tenant_id) do update set made = saml_connections_made.made + 1`,
    tenantId,
  );

const projectChanged = (tenantId: string, connection: SsoConnection): readonly Statement[] => [
  statement(
    `update sso_connections set name = $3, client_id = $4, secret_id = $5, scope = $6, saml = $7, groups_claim = $8, roles = $9, default_role = $10,
       second_factor = $11, enabled = $12, required = $13, owners_by_password = $14
     where tenant_id = $1 and id = $2`,
    tenantId,
    connection.id,
    ...contentOf(connection),
  ),
  setAccess(tenantId),
];

const projectDeleted = (tenantId: string, { payload }: Event<'sso_connection.deleted'>): readonly Statement[] => [
  statement('delete from sso_domains where tenant_id = $1 and connection_id = $2', tenantId, payload.id),
  statement('delete from sso_directories where tenant_id = $1 and connection_id = $2', tenantId, payload.id),
  statement('delete from sso_connections where tenant_id = $1 and id = $2', tenantId, payload.id),
  setAccess(tenantId),
];

const projectDomainAdded = (tenantId: string, { payload }: Event<'sso_domain.added'>): Statement =>
  statement(
    'insert into sso_domains (tenant_id, domain, connection_id, token) values ($1, $2, $3, $4)',
    tenantId,
    payload.domain,
    payload.connection_id,
    payload.token,
  );

const projectDomainVerified = (tenantId: string, { payload, eventTs }: Event<'sso_domain.verified'>): readonly Statement[] => [
  statement('update sso_domains set verified_at = $3 where tenant_id = $1 and domain = $2', tenantId, payload.domain, eventTs),
  setAccess(tenantId),
];

const projectDomainRemoved = (tenantId: string, { payload }: Event<'sso_domain.removed'>): readonly Statement[] => [
  statement('delete from sso_domains where tenant_id = $1 and domain = $2', tenantId, payload.domain),
  setAccess(tenantId),
];

const projectTokenSet = (tenantId: string, { payload, eventTs, actorId }: Event<'sso_directory.token_set'>): Statement =>
  statement(
    `insert into sso_directories (tenant_id, connection_id, token_hash, token_set_at, token_set_by) values ($1, $2, $3, $4, $5)
     on conflict (tenant_id, connection_id) do update
     set token_hash = excluded.token_hash, token_set_at = excluded.token_set_at, token_set_by = excluded.token_set_by`,
    tenantId,
    payload.connection_id,
    payload.token_hash,
    eventTs,
    actorId,
  );

const projectTokenEnded = (tenantId: string, { payload }: Event<'sso_directory.token_ended'>): Statement =>
  statement('delete from sso_directories where tenant_id = $1 and connection_id = $2', tenantId, payload.connection_id);

/** Tables, and what events do to them. */
export const sso = {
  tables: ['sso_connections', 'sso_domains', 'sso_directories', 'saml_connections_made'],
  project: {
    'sso_connection.created': (tenantId, event) => projectCreated(tenantId, { protocol: 'oidc', ...event.payload }, event),
    'sso_connection.changed': (tenantId, { payload }) => projectChanged(tenantId, { protocol: 'oidc', ...payload }),
    'sso_connection.saml_created': (tenantId, event) => [
      projectCreated(tenantId, { protocol: 'saml', ...event.payload }, event),
      countUpSaml(tenantId),
    ],
    'sso_connection.saml_changed': (tenantId, { payload }) => projectChanged(tenantId, { protocol: 'saml', ...payload }),
    'sso_connection.deleted': projectDeleted,
    'sso_domain.added': projectDomainAdded,
    'sso_domain.verified': projectDomainVerified,
    'sso_domain.removed': projectDomainRemoved,
    'sso_directory.token_set': projectTokenSet,
    'sso_directory.token_ended': projectTokenEnded,
  },
} satisfies Feature;
