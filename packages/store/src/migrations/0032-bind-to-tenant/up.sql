-- Row-level security of a table that holds rows of organisations: a reader sees those of the organisation that its transaction is
-- bound to, and nothing where it is bound to none. One call for the tables of a migration, from here on:
--   select bind_to_tenant('interest_days', 'interest_rates');

create function bind_to_tenant(variadic tables regclass[]) returns void language plpgsql as $$
declare
  name regclass;
begin
  foreach name in array tables
  loop
    execute format('alter table %s enable row level security', name);
    execute format('alter table %s force row level security', name);
    execute format('create policy own_tenant on %s using (tenant_id = (select nullif(current_setting(''app.tenant_id'', true), '''')::uuid))', name);
  end loop;
end
$$;
