-- What intents are made from, and what posts by itself on its days.

create table templates (
  tenant_id uuid not null,
  id uuid not null,
  name text not null,
  content text not null,
  saved_at timestamptz not null,
  saved_by text not null,
  primary key (tenant_id, id)
);
create unique index templates_name_is_unique on templates (tenant_id, lower(name));

create table schedules (
  tenant_id uuid not null,
  id uuid not null,
  name text not null,
  template_id uuid,
  content text not null,
  frequency text not null,
  start_on date not null,
  end_on date,
  status text not null,
  maker_id text not null,
  /* the code that its posting was refused with, where the house paused it */
  reason_code text,
  next_on date,
  created_at timestamptz not null,
  created_seq bigint not null,
  primary key (tenant_id, id),
  constraint schedules_frequency_is_known check (frequency in ('daily', 'weekly', 'monthly', 'quarterly', 'yearly')),
  constraint schedules_status_is_known check (status in ('active', 'paused', 'ended'))
);
create index schedules_by_day on schedules (next_on) where status = 'active';

create table schedule_runs (
  tenant_id uuid not null,
  schedule_id uuid not null,
  run_on date not null,
  intent_id text not null,
  status text not null,
  error_code text,
  seq bigint not null,
  primary key (tenant_id, schedule_id, run_on)
);

do $$
declare
  name text;
begin
  foreach name in array array['templates', 'schedules', 'schedule_runs']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy own_tenant on %I using (tenant_id = (select nullif(current_setting(''app.tenant_id'', true), '''')::uuid))', name);
  end loop;
end
$$;

grant select on templates, schedules, schedule_runs to countinghouse_reader;
grant select, insert on templates, schedules, schedule_runs to countinghouse_writer;
grant update on templates, schedules to countinghouse_writer;
grant delete on templates to countinghouse_writer;
