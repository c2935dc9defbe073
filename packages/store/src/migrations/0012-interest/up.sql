-- Interest: how it is reckoned, buckets with their dated rates, which account is in which, and every day as it was accrued.

alter table tenants
  add column interest_day_count text not null default 'ACT/360',
  add column interest_counter_account_id uuid,
  add constraint tenants_interest_day_count_is_known check (interest_day_count in ('ACT/360', 'ACT/365', '30/360'));

create table interest_buckets (
  tenant_id uuid not null,
  id uuid not null,
  code text not null,
  accrued_gl_account_id uuid not null,
  created_at timestamptz not null,
  created_seq bigint not null,
  primary key (tenant_id, id)
);
create unique index interest_buckets_code_is_unique on interest_buckets (tenant_id, code);

create table interest_rates (
  tenant_id uuid not null,
  bucket_id uuid not null,
  effective_on date not null,
  /* percent a year */
  rate numeric(12, 8) not null,
  set_at timestamptz not null,
  set_by text not null,
  set_seq bigint not null,
  primary key (tenant_id, bucket_id, effective_on)
);

-- In which bucket an account is from a day on; null: in none.
create table interest_memberships (
  tenant_id uuid not null,
  account_id uuid not null,
  effective_on date not null,
  bucket_id uuid,
  primary key (tenant_id, account_id, effective_on)
);

-- Where an account stands.
create table interest_accounts (
  tenant_id uuid not null,
  account_id uuid not null,
  next_on date,
  last_on date,
  /* the month that is capitalised next */
  month text,
  /* what rounding left, as an exact fraction */
  remainder text not null,
  known_at bigint not null,
  last_seq bigint not null,
  primary key (tenant_id, account_id)
);
create index interest_accounts_by_day on interest_accounts (next_on) where next_on is not null;
create index interest_accounts_by_month on interest_accounts (month) where month is not null;

-- What has accrued and is not capitalised; debit-positive.
create table interest_accrued (
  tenant_id uuid not null,
  account_id uuid not null,
  bucket_id uuid not null,
  amount numeric(38, 8) not null,
  primary key (tenant_id, account_id, bucket_id)
);

-- Each day as it was accrued, and each correction of it beside it. The one with the highest seq holds.
create table interest_days (
  tenant_id uuid not null,
  account_id uuid not null,
  day date not null,
  seq bigint not null,
  intent_id text not null,
  bucket_id uuid not null,
  value_date date not null,
  balance numeric(38, 8) not null,
  rate numeric(12, 8) not null,
  day_count text not null,
  days smallint not null,
  basis smallint not null,
  exact text not null,
  /* of a correction */
  was_balance numeric(38, 8),
  was_rate numeric(12, 8),
  was_exact text,
  carried text not null,
  amount numeric(38, 8) not null,
  remainder text not null,
  known_at bigint not null,
  primary key (tenant_id, account_id, day, seq)
);
-- Whatever the kernel decided: a day accrues once.
create unique index interest_days_accrue_once on interest_days (tenant_id, account_id, day) where was_exact is null;

create table interest_capitalisations (
  tenant_id uuid not null,
  account_id uuid not null,
  month text not null,
  seq bigint not null,
  intent_id text not null,
  value_date date not null,
  accrued numeric(38, 8) not null,
  amount numeric(38, 8) not null,
  left_over numeric(38, 8) not null,
  primary key (tenant_id, account_id, month, seq)
);

do $$
declare
  name text;
begin
  foreach name in array array['interest_buckets', 'interest_rates', 'interest_memberships', 'interest_accounts', 'interest_accrued', 'interest_days',
    'interest_capitalisations']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy own_tenant on %I using (tenant_id = (select nullif(current_setting(''app.tenant_id'', true), '''')::uuid))', name);
  end loop;
end
$$;

grant select on interest_buckets, interest_rates, interest_memberships, interest_accounts, interest_accrued, interest_days, interest_capitalisations
  to countinghouse_reader;
grant select, insert on interest_buckets, interest_rates, interest_memberships, interest_accounts, interest_accrued, interest_days,
  interest_capitalisations to countinghouse_writer;
grant update on interest_rates, interest_accounts, interest_accrued to countinghouse_writer;
grant delete on interest_memberships to countinghouse_writer;
