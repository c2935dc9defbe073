-- What the house measured of itself, hour by hour, so that a restart forgets nothing. Not projections: nothing of it is in the log.

create table measured_hours (
  tenant_id uuid not null,
  metric text not null,
  hour timestamptz not null,
  /* of one process: each writes its own rows, a reader adds them up */
  process_id uuid not null,
  /* an HDR histogram of microseconds */
  histogram text not null,
  values_count bigint not null,
  primary key (tenant_id, metric, hour, process_id),
  constraint measured_hours_metric_is_known check (metric in ('validation', 'execution', 'projection_lag'))
);
create index measured_hours_by_age on measured_hours (hour);

create table backlog_hours (
  tenant_id uuid not null,
  hour timestamptz not null,
  /* the most that waited at a look */
  highest bigint not null,
  primary key (tenant_id, hour)
);
create index backlog_hours_by_age on backlog_hours (hour);

create table replay_runs (
  tenant_id uuid not null,
  id uuid not null,
  at timestamptz not null default now(),
  events bigint not null,
  seconds double precision not null,
  primary key (tenant_id, id),
  constraint replay_runs_take_time check (events > 0 and seconds > 0)
);
create index replay_runs_by_time on replay_runs (tenant_id, at);

-- Of no organisation: the vault is the house's.
create table evidence_write_hours (
  hour timestamptz not null,
  process_id uuid not null,
  written bigint not null,
  failed bigint not null,
  primary key (hour, process_id)
);

do $$
declare
  name text;
begin
  foreach name in array array['measured_hours', 'backlog_hours', 'replay_runs']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy own_tenant on %I using (tenant_id = (select nullif(current_setting(''app.tenant_id'', true), '''')::uuid))', name);
  end loop;
end
$$;

grant select on measured_hours, backlog_hours, replay_runs, evidence_write_hours to countinghouse_reader;
grant select, insert, update, delete on measured_hours, backlog_hours, replay_runs, evidence_write_hours to countinghouse_writer;
