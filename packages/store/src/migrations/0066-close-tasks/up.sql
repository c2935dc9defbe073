-- What has to be done for the close of a period: the template as it stands, and the tasks of each period.

create table close_templates (
  tenant_id uuid not null,
  /* canonical JSON of its tasks, in their order */
  tasks text not null,
  set_at timestamptz not null,
  set_by text not null,
  primary key (tenant_id)
);

create table close_tasks (
  tenant_id uuid not null,
  id uuid not null,
  period_id uuid not null,
  /* its place: the event that added it, and where in it */
  seq bigint not null,
  line smallint not null,
  from_template boolean not null,
  title text not null,
  task_group text not null,
  owner_id text,
  owner_role text,
  due_on date not null,
  ledger_check text,
  done_at timestamptz,
  done_by text,
  /* a removed task is kept: what was said of it, and that the template was taken */
  removed boolean not null default false,
  primary key (tenant_id, id)
);
create index close_tasks_by_period on close_tasks (tenant_id, period_id, seq, line);

select bind_to_tenant('close_templates', 'close_tasks');
grant select on close_templates, close_tasks to countinghouse_reader;
grant select, insert, update on close_templates, close_tasks to countinghouse_writer;
