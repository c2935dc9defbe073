-- Files of intents: what each row would come to, and what it came to. Not projections: what an import posts is in the log, how
-- far it got is not, and the words of a row are let go of once it is posted.

create table imports (
  tenant_id uuid not null,
  id uuid not null,
  kind text not null,
  file_name text not null,
  status text not null,
  created_by text not null,
  created_at timestamptz not null default now(),
  /* in whose name it is posted */
  posted_by text,
  posted_at timestamptz,
  finished_at timestamptz,
  primary key (tenant_id, id),
  constraint imports_kind_is_known check (kind in ('intents', 'opening_balances')),
  constraint imports_status_is_known check (status in ('checked', 'posting', 'done'))
);
create index imports_under_way on imports (posted_at) where status = 'posting';

create table import_intents (
  tenant_id uuid not null,
  import_id uuid not null,
  /* the first line of the file that it comes from, from 1 */
  line integer not null,
  lines integer not null,
  reference text not null,
  summary text not null,
  /* the body of the intent; let go of once posted */
  request text,
  fate text not null,
  code text,
  details text,
  /* what it came to once posted */
  result text,
  intent_id text,
  seq bigint,
  primary key (tenant_id, import_id, line),
  constraint import_intents_fate_is_known check (fate in ('ready', 'duplicate', 'rejected', 'invalid')),
  constraint import_intents_result_is_known check (result in ('executed', 'rejected', 'duplicate', 'refused'))
);
create index import_intents_to_post on import_intents (tenant_id, import_id, line) where fate = 'ready' and result is null;

do $$
declare
  name text;
begin
  foreach name in array array['imports', 'import_intents']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy own_tenant on %I using (tenant_id = (select nullif(current_setting(''app.tenant_id'', true), '''')::uuid))', name);
  end loop;
end
$$;

grant select on imports, import_intents to countinghouse_reader;
grant select, insert, update, delete on imports, import_intents to countinghouse_writer;
