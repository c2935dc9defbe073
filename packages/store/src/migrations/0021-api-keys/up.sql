-- API keys and when each was last used; a role that reads everything and writes nothing; the few events that give or take
-- rights, to be found among all.

alter table members drop constraint members_role_is_known;
alter table members add constraint members_role_is_known check (role in ('owner', 'member', 'auditor'));
alter table invites drop constraint invites_role_is_known;
alter table invites add constraint invites_role_is_known check (role in ('owner', 'member', 'auditor'));

create table api_keys (
  tenant_id uuid not null,
  id uuid not null,
  name text not null,
  key_grant text not null,
  user_id text not null,
  /* SHA-256 of the key, hexadecimal */
  key_hash text not null,
  hint text not null,
  rate_per_minute bigint,
  created_at timestamptz not null,
  created_seq bigint not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  primary key (tenant_id, id),
  constraint api_keys_grant_is_known check (key_grant in ('read', 'post', 'admin'))
);
create unique index api_keys_hash_is_unique on api_keys (key_hash);

/* Not a projection: a use leaves no event. */
create table api_key_uses (
  tenant_id uuid not null,
  api_key_id uuid not null,
  last_used_at timestamptz not null,
  primary key (tenant_id, api_key_id)
);

do $$
declare
  name text;
begin
  foreach name in array array['api_keys', 'api_key_uses']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy own_tenant on %I using (tenant_id = (select nullif(current_setting(''app.tenant_id'', true), '''')::uuid))', name);
  end loop;
end
$$;

grant select on api_keys, api_key_uses to countinghouse_reader;
grant select, insert, update on api_keys, api_key_uses to countinghouse_writer;

/* the key that an import was asked to be posted with */
alter table imports add column posted_with uuid;

create index events_of_access on events (tenant_id, seq) where event_type in (
  'member.added', 'member.role_changed', 'member.removed',
  'entity.created', 'entity.deactivated', 'entity.reactivated', 'entity_member.set', 'entity_member.removed',
  'api_key.created', 'api_key.revoked', 'key.generated', 'key.registered', 'key.sunset', 'key.revoked'
);
