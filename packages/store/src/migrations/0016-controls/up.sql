-- The registry of controls: what must hold, each version of it, and who attested it when.

create table controls (
  tenant_id uuid not null,
  id uuid not null,
  version bigint not null,
  registered_seq bigint not null,
  retired_at timestamptz,
  retired_by text,
  primary key (tenant_id, id)
);

create table control_versions (
  tenant_id uuid not null,
  control_id uuid not null,
  version bigint not null,
  name text not null,
  /* canonical JSON */
  spec text not null,
  registered_at timestamptz not null,
  registered_by text not null,
  seq bigint not null,
  primary key (tenant_id, control_id, version)
);

create table attestations (
  tenant_id uuid not null,
  control_id uuid not null,
  seq bigint not null,
  version bigint not null,
  status text not null,
  evidence text not null,
  attested_at timestamptz not null,
  attested_by text not null,
  primary key (tenant_id, control_id, seq),
  constraint attestations_status_is_known check (status in ('passed', 'failed'))
);

do $$
declare
  name text;
begin
  foreach name in array array['controls', 'control_versions', 'attestations']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy own_tenant on %I using (tenant_id = (select nullif(current_setting(''app.tenant_id'', true), '''')::uuid))', name);
  end loop;
end
$$;

grant select on controls, control_versions, attestations to countinghouse_reader;
grant select, insert on controls, control_versions, attestations to countinghouse_writer;
grant update on controls to countinghouse_writer;
