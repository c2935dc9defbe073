-- The log, its postings and the projections of the first features. Every tenant table has tenant_id first in its primary
-- key and forced row-level security; readers are bound by it, the log writer is not but may never change what is written.

do $$
declare
  may text := case when current_setting('server_version_num')::int >= 160000 then 'set' else 'member' end;
begin
  perform pg_advisory_xact_lock(4711001);
  if not exists (select from pg_roles where rolname = 'countinghouse_reader') then
    create role countinghouse_reader nologin nosuperuser nobypassrls;
  end if;
  if not exists (select from pg_roles where rolname = 'countinghouse_writer') then
    create role countinghouse_writer nologin nosuperuser bypassrls;
  end if;
  -- Whoever connects must be able to become them. Who is already, as a superuser is, needs no right to grant them.
  if not (pg_has_role(current_user, 'countinghouse_reader', may) and pg_has_role(current_user, 'countinghouse_writer', may)) then
    execute format('grant countinghouse_reader, countinghouse_writer to %I', current_user);
  end if;
end
$$;

create table chain_heads (
  tenant_id uuid primary key,
  seq bigint not null,
  event_hash text not null,
  event_ts timestamptz not null
) with (fillfactor = 50);

create table signed_heads (
  tenant_id uuid not null,
  seq bigint not null,
  event_hash text not null,
  event_ts timestamptz not null,
  kid text not null,
  signature text not null,
  primary key (tenant_id, seq)
);

create table events (
  tenant_id uuid not null,
  seq bigint not null,
  event_id uuid not null,
  event_type text not null,
  event_ts timestamptz not null,
  actor_id text not null,
  idem_key text,
  intent_id text,
  payload text not null,
  payload_hash text not null,
  prev_hash text not null,
  event_hash text not null,
  signature text,
  hash_version smallint not null,
  primary key (tenant_id, seq),
  constraint events_seq_is_positive check (seq > 0)
);
create unique index events_idem_key_is_unique on events (tenant_id, idem_key) where idem_key is not null;
create unique index events_intent_id_is_unique on events (tenant_id, intent_id) where intent_id is not null;

create table postings (
  tenant_id uuid not null,
  seq bigint not null,
  line smallint not null,
  debit_account_id uuid not null,
  credit_account_id uuid not null,
  amount numeric(38, 8) not null,
  currency text not null,
  value_date date not null,
  narrative text not null,
  debit_balance_after numeric(38, 8) not null,
  credit_balance_after numeric(38, 8) not null,
  primary key (tenant_id, seq, line),
  constraint postings_amount_is_positive check (amount > 0),
  constraint postings_sides_differ check (debit_account_id <> credit_account_id)
);
create index postings_by_debit on postings (tenant_id, debit_account_id, seq);
create index postings_by_credit on postings (tenant_id, credit_account_id, seq);

create table tenants (
  tenant_id uuid primary key,
  name text not null,
  reporting_currency text not null,
  signing_mode text not null,
  enforce_signed_intents boolean not null default false,
  read_only boolean not null default false,
  archived_at timestamptz,
  created_at timestamptz not null
);

create table members (
  tenant_id uuid not null,
  user_id text not null,
  role text not null,
  joined_at timestamptz not null,
  primary key (tenant_id, user_id),
  constraint members_role_is_known check (role in ('owner', 'member'))
);
create index members_by_user on members (user_id);

create table tenant_currencies (
  tenant_id uuid not null,
  code text not null,
  primary key (tenant_id, code)
);

create table gl_accounts (
  tenant_id uuid not null,
  id uuid not null,
  code text not null,
  title text not null,
  class text not null,
  normal_balance text not null,
  parent_id uuid,
  primary key (tenant_id, id),
  constraint gl_accounts_class_is_known check (class in ('A', 'L', 'E', 'I', 'X')),
  constraint gl_accounts_normal_balance_is_known check (normal_balance in ('DR', 'CR')),
  constraint gl_accounts_parent_exists foreign key (tenant_id, parent_id) references gl_accounts (tenant_id, id)
);
create unique index gl_accounts_code_is_unique on gl_accounts (tenant_id, code);

create table accounts (
  tenant_id uuid not null,
  id uuid not null,
  code text not null,
  currency text not null,
  kind text not null,
  external_ref text,
  gl_account_id uuid not null,
  floor text not null,
  closed boolean not null default false,
  created_at timestamptz not null,
  created_seq bigint not null,
  balance numeric(38, 8) not null default 0,
  /* seq of the last event that moved the balance; 0 before the first */
  version bigint not null default 0,
  primary key (tenant_id, id),
  constraint accounts_floor_is_known check (floor in ('none', 'zero')),
  constraint accounts_gl_account_exists foreign key (tenant_id, gl_account_id) references gl_accounts (tenant_id, id)
) with (fillfactor = 50);
create unique index accounts_code_is_unique on accounts (tenant_id, code);
create index accounts_by_gl_account on accounts (tenant_id, gl_account_id);

create table snapshots (
  tenant_id uuid not null,
  id uuid not null,
  kind text not null,
  label text not null,
  seq bigint not null,
  event_hash text not null,
  taken_at timestamptz not null,
  effective_at timestamptz not null,
  source text not null,
  uri text,
  metadata text not null,
  event_seq bigint not null,
  primary key (tenant_id, id),
  constraint snapshots_kind_is_known check (kind in ('reference', 'fx', 'config'))
);
create index snapshots_by_event on snapshots (tenant_id, event_seq);

create table fx_rates (
  tenant_id uuid not null,
  base_currency text not null,
  quote_currency text not null,
  asof timestamptz not null,
  rate text not null,
  source text not null,
  created_at timestamptz not null,
  event_seq bigint not null,
  primary key (tenant_id, base_currency, quote_currency, asof)
);

create table signing_keys (
  tenant_id uuid not null,
  kid text not null,
  purpose text not null,
  label text not null,
  algorithm text not null,
  public_jwk text not null,
  user_id text,
  status text not null,
  created_at timestamptz not null,
  primary key (tenant_id, kid),
  constraint signing_keys_purpose_is_known check (purpose in ('chain', 'intent')),
  constraint signing_keys_status_is_known check (status in ('ACTIVE', 'SUNSETTING', 'revoked'))
);

-- Private parts, wrapped by the key management service. Not a projection: nothing in the log could rebuild it.
create table key_secrets (
  tenant_id uuid not null,
  kid text not null,
  wrapped text not null,
  primary key (tenant_id, kid)
);

do $$
declare
  name text;
begin
  foreach name in array array['chain_heads', 'signed_heads', 'events', 'postings', 'tenants', 'members', 'tenant_currencies',
    'gl_accounts', 'accounts', 'snapshots', 'fx_rates', 'signing_keys', 'key_secrets']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy own_tenant on %I using (tenant_id = (select nullif(current_setting(''app.tenant_id'', true), '''')::uuid))', name);
  end loop;
end
$$;

-- A person reads their own memberships, and the organisations these lead to, across tenants.
create policy own_membership on members for select using (user_id = (select nullif(current_setting('app.user_id', true), '')));
create policy own_organisations on tenants for select
  using (tenant_id in (select m.tenant_id from members m where m.user_id = (select nullif(current_setting('app.user_id', true), ''))));

grant select on chain_heads, signed_heads, events, postings, tenants, members, tenant_currencies, gl_accounts, accounts,
  snapshots, fx_rates, signing_keys to countinghouse_reader;

-- Append-only by privilege: nobody the application runs as may change or remove what is in the log.
grant select, insert on events, postings, signed_heads, key_secrets to countinghouse_writer;
grant select, insert, update on chain_heads, tenants, members, accounts, snapshots, fx_rates, signing_keys, gl_accounts,
  tenant_currencies to countinghouse_writer;
grant delete on members, gl_accounts, tenant_currencies, fx_rates to countinghouse_writer;
