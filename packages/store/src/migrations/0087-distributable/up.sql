-- What Citus does not allow on tables that are spread over several machines (docs/decisions/0205-spread-over-citus.md): policies with a sub-select, and
-- keys that are unique over all organisations. On one PostgreSQL nothing reads or writes otherwise than before.

do $$
declare
  rule record;
begin
  for rule in select tablename, policyname, qual from pg_policies where schemaname = 'public' and policyname in ('own_tenant', 'own_membership', 'own_entity_membership')
  loop
    execute format(
      'alter policy %I on %I using (%s)', rule.policyname, rule.tablename,
      case rule.policyname
        when 'own_tenant' then 'tenant_id = nullif(current_setting(''app.tenant_id'', true), '''')::uuid'
        else 'user_id = nullif(current_setting(''app.user_id'', true), '''')'
      end);
  end loop;
end
$$;

-- A person's organisations, by the list that the reader has found in their memberships. The policies that look there themselves, own_organisations and
-- own_entities, stay for servers of the version before; `countinghouse distribute` takes them away.
create policy named_organisations on tenants for select
  using (tenant_id = any (string_to_array(nullif(current_setting('app.tenant_ids', true), ''), ',')::uuid[]));
create policy named_entities on entities for select
  using (tenant_id = any (string_to_array(nullif(current_setting('app.tenant_ids', true), ''), ',')::uuid[]));

-- The hash of 256 random bits is unique without being told so.
create unique index api_keys_hash_is_unique_in_tenant on api_keys (tenant_id, key_hash);
create index api_keys_by_hash on api_keys (key_hash);
drop index api_keys_hash_is_unique;

-- From here on a migration binds a table to tenants before it adds constraints, and a database that is distributed spreads it with the others.
create or replace function bind_to_tenant(variadic tables regclass[]) returns void language plpgsql as $$
declare
  name regclass;
  spread boolean := false;
begin
  if to_regclass('pg_catalog.pg_dist_partition') is not null then
    execute 'select exists (select from pg_catalog.pg_dist_partition where logicalrelid = ''public.tenants''::regclass)' into spread;
  end if;
  foreach name in array tables
  loop
    execute format('alter table %s enable row level security', name);
    execute format('alter table %s force row level security', name);
    execute format('create policy own_tenant on %s using (tenant_id = nullif(current_setting(''app.tenant_id'', true), '''')::uuid)', name);
    if spread then
      execute format('select create_distributed_table(%L, ''tenant_id'', colocate_with => ''public.tenants'')', name);
    end if;
  end loop;
end
$$;
