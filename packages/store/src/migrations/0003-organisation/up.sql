-- The organisation itself: profile, people, entities, parties, branding. Words that tell of a person are in pii_tokens, outside
-- the log and outside replay; every other table carries their tokens.

alter table tenants
  add column primary_contact_token text,
  add column logo_url text,
  add column locale text,
  add column fiscal_year_start smallint not null default 1;

alter table accounts add column entity_id uuid;
create index accounts_by_entity on accounts (tenant_id, entity_id);

create table invites (
  tenant_id uuid not null,
  id uuid not null,
  email_token text not null,
  role text not null,
  status text not null,
  token_hash text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  event_seq bigint not null,
  primary key (tenant_id, id),
  constraint invites_role_is_known check (role in ('owner', 'member')),
  constraint invites_status_is_known check (status in ('pending', 'accepted', 'revoked'))
);
create index invites_by_token on invites (token_hash);

create table entities (
  tenant_id uuid not null,
  id uuid not null,
  code text not null,
  name text not null,
  base_currency text not null,
  active boolean not null default true,
  created_at timestamptz not null,
  primary key (tenant_id, id)
);
create unique index entities_code_is_unique on entities (tenant_id, code);

create table entity_members (
  tenant_id uuid not null,
  entity_id uuid not null,
  user_id text not null,
  role text not null,
  primary key (tenant_id, entity_id, user_id),
  constraint entity_members_role_is_known check (role in ('entity_admin', 'entity_member')),
  constraint entity_members_entity_exists foreign key (tenant_id, entity_id) references entities (tenant_id, id)
);
create index entity_members_by_user on entity_members (user_id);

create table parties (
  tenant_id uuid not null,
  id uuid not null,
  label_token text not null,
  kind text not null,
  external_ref_token text,
  created_at timestamptz not null,
  primary key (tenant_id, id)
);

create table branding (
  tenant_id uuid primary key,
  display_name text,
  logo_url text,
  primary_color text,
  accent_color text
);

create table pii_tokens (
  tenant_id uuid not null,
  token text not null,
  value text not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, token)
);

do $$
declare
  name text;
begin
  foreach name in array array['invites', 'entities', 'entity_members', 'parties', 'branding', 'pii_tokens']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy own_tenant on %I using (tenant_id = (select nullif(current_setting(''app.tenant_id'', true), '''')::uuid))', name);
  end loop;
end
$$;

-- A person reads, across organisations, in which entities they have a role.
create policy own_entity_membership on entity_members for select using (user_id = (select nullif(current_setting('app.user_id', true), '')));
create policy own_entities on entities for select using (
  tenant_id in (select m.tenant_id from members m where m.user_id = (select nullif(current_setting('app.user_id', true), '')))
);

grant select on invites, entities, entity_members, parties, branding, pii_tokens to countinghouse_reader;
grant select, insert, update on invites, entities, entity_members, parties, branding, pii_tokens to countinghouse_writer;
grant delete on entity_members, pii_tokens to countinghouse_writer;
