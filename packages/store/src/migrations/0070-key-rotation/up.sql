-- A new secret for an API key, beside which the one before it goes on for a while; and when each was last used.

/* counts from 1: which secret a call came with */
alter table api_keys add column secret_no integer not null default 1;
alter table api_keys add column rotated_at timestamptz;
alter table api_keys add column old_key_hash text;
alter table api_keys add column old_hint text;
alter table api_keys add column old_ends_at timestamptz;
/* who was given it; null: there is none */
alter table api_keys add column old_made_by text;
create index api_keys_by_old_hash on api_keys (old_key_hash) where old_key_hash is not null;

/* Not a projection: a use leaves no event. */
create table api_key_secret_uses (
  tenant_id uuid not null,
  api_key_id uuid not null,
  secret_no integer not null,
  last_used_at timestamptz not null,
  primary key (tenant_id, api_key_id, secret_no)
);
insert into api_key_secret_uses (tenant_id, api_key_id, secret_no, last_used_at)
  select tenant_id, api_key_id, 1, last_used_at from api_key_uses;
alter table api_key_secret_uses enable row level security;
alter table api_key_secret_uses force row level security;
create policy own_tenant on api_key_secret_uses using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
grant select on api_key_secret_uses to countinghouse_reader;
grant select, insert, update on api_key_secret_uses to countinghouse_writer;
