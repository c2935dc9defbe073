-- Accounting periods: ranges of value dates that are closed, with the trial balance that each lock sealed.

create table periods (
  tenant_id uuid not null,
  id uuid not null,
  period_code text not null,
  period_start date not null,
  period_end date not null,
  status text not null,
  valuation_snapshot_id uuid not null,
  snapshot_kind text not null,
  started_at timestamptz not null,
  started_by text not null,
  started_seq bigint not null,
  start_evidence_ref text,
  locked_at timestamptz,
  locked_by text,
  locked_seq bigint,
  lock_evidence_ref text,
  adjustments_snapshot_id uuid,
  adjustments_snapshot_kind text,
  adjusting_event_id text,
  adjusting_event_seq bigint,
  trial_balance_sha256 text,
  accounts_count bigint,
  accounts_sha256 text,
  published_at timestamptz,
  published_by text,
  published_seq bigint,
  publish_evidence_ref text,
  statement_uri text,
  primary key (tenant_id, id),
  constraint periods_status_is_known check (status in ('closing', 'locked', 'published')),
  constraint periods_end_after_start check (period_end >= period_start),
  constraint periods_lock_is_whole check ((status = 'closing') = (locked_seq is null))
);
create unique index periods_start_is_unique on periods (tenant_id, period_start);

create table period_balances (
  tenant_id uuid not null,
  period_id uuid not null,
  gl_account_id uuid not null,
  code text not null,
  title text not null,
  currency text not null,
  balance numeric(38, 8) not null,
  primary key (tenant_id, period_id, gl_account_id, currency)
);

create table period_files (
  tenant_id uuid not null,
  period_id uuid not null,
  format text not null,
  sha256 text not null,
  size_bytes bigint not null,
  primary key (tenant_id, period_id, format)
);

do $$
declare
  name text;
begin
  foreach name in array array['periods', 'period_balances', 'period_files']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy own_tenant on %I using (tenant_id = (select nullif(current_setting(''app.tenant_id'', true), '''')::uuid))', name);
  end loop;
end
$$;

grant select on periods, period_balances, period_files to countinghouse_reader;
grant select, insert on periods, period_balances, period_files to countinghouse_writer;
grant update on periods to countinghouse_writer;
