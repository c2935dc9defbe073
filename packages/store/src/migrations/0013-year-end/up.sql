-- Revaluations of periods, the closing of fiscal years, and what both moved: reports tell it apart.

create table revaluations (
  tenant_id uuid not null,
  period_id uuid not null,
  run bigint not null,
  seq bigint not null,
  valuation_snapshot_id uuid not null,
  snapshot_kind text not null,
  known_at_seq bigint not null,
  accounts bigint not null,
  posted_at timestamptz not null,
  posted_by text not null,
  primary key (tenant_id, period_id, run)
);

create table revaluation_lines (
  tenant_id uuid not null,
  period_id uuid not null,
  account_id uuid not null,
  run bigint not null,
  intent_id text not null,
  currency text not null,
  base_currency text not null,
  balance numeric(38, 8) not null,
  carrying numeric(38, 8) not null,
  valued numeric(38, 8) not null,
  difference numeric(38, 8) not null,
  posted numeric(38, 8) not null,
  rate text not null,
  derived text not null,
  via text,
  legs jsonb not null,
  adjustment_account_id uuid not null,
  unrealised_account_id uuid not null,
  primary key (tenant_id, period_id, account_id, run),
  constraint revaluation_lines_difference_is_valued_less_carrying check (difference = valued - carrying)
);

create table year_ends (
  tenant_id uuid not null,
  seq bigint not null,
  act text not null,
  year_start date not null,
  year_end date not null,
  run bigint not null,
  accounts bigint not null,
  -- `[{intent_id, reversed_by?}]`
  intents jsonb not null,
  done_at timestamptz not null,
  done_by text not null,
  primary key (tenant_id, seq),
  constraint year_ends_act_is_known check (act in ('closed', 'reopened'))
);

-- What intents of the house moved, by GL account and value date: a few rows each.
create table house_days (
  tenant_id uuid not null,
  seq bigint not null,
  act text not null,
  gl_account_id uuid not null,
  entity_id uuid not null,
  currency text not null,
  value_date date not null,
  net numeric(38, 8) not null,
  primary key (tenant_id, seq, gl_account_id, entity_id, currency, value_date),
  constraint house_days_act_is_known check (act in ('revaluation', 'year_end'))
);

do $$
declare
  name text;
begin
  foreach name in array array['revaluations', 'revaluation_lines', 'year_ends', 'house_days']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy own_tenant on %I using (tenant_id = (select nullif(current_setting(''app.tenant_id'', true), '''')::uuid))', name);
  end loop;
end
$$;

grant select on revaluations, revaluation_lines, year_ends, house_days to countinghouse_reader;
grant select, insert on revaluations, revaluation_lines, year_ends, house_days to countinghouse_writer;
