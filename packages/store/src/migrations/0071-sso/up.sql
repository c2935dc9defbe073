-- Single sign-on: connections of an organisation to its own provider, and the domains whose people it speaks for. Both are projections.

create table sso_connections (
  tenant_id uuid not null,
  id uuid not null,
  name text not null,
  issuer text not null,
  client_id text not null,
  /* the client's secret is kept wrapped beside the log under this name */
  secret_id uuid not null,
  scope text not null,
  groups_claim text not null,
  /* [{group, role}], the first that fits counts */
  roles jsonb not null,
  /* null: who is in none of the groups is not let in */
  default_role text,
  second_factor text not null,
  enabled boolean not null,
  required boolean not null,
  owners_by_password boolean not null,
  created_at timestamptz not null,
  created_by text not null,
  primary key (tenant_id, id),
  constraint sso_connections_default_role_is_known check (default_role in ('member', 'auditor')),
  constraint sso_connections_second_factor_is_known check (second_factor in ('told', 'trusted'))
);

create table sso_domains (
  tenant_id uuid not null,
  domain text not null,
  connection_id uuid not null,
  token text not null,
  verified_at timestamptz,
  primary key (tenant_id, domain)
);
/* Whose domain is the one of an address: asked before the organisation is known. */
create index sso_domains_verified on sso_domains (domain) where verified_at is not null;

select bind_to_tenant('sso_connections', 'sso_domains');
grant select on sso_connections, sso_domains to countinghouse_reader;
grant select, insert, update, delete on sso_connections, sso_domains to countinghouse_writer;

-- What of it decides whether a session opens the organisation, where memberships are read: of each connection that is on its id, its verified
-- domains, and whether it is required.
alter table tenants add column sso_access jsonb not null default '[]';

-- Of a session that was begun through a connection: which, of which organisation, and whether its provider asked for a second factor.
alter table auth.sessions add column "ssoTenantId" text;
alter table auth.sessions add column "ssoConnectionId" text;
alter table auth.sessions add column "ssoSecondFactor" boolean;
