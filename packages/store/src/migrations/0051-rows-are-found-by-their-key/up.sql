-- PostgreSQL keeps no statistics of which organisation a row of the large tables is of: it plans for one organisation as for every other. With
-- statistics, one that came after the last ANALYZE counts as one of hardly any rows, for which every index that begins with the
-- organisation costs the same, and the planner takes one that reads all of its rows for each that is looked for.
do $$
declare
  name text;
begin
  foreach name in array array['accounts', 'events', 'postings']
  loop
    execute format('alter table %I alter column tenant_id set statistics 0', name);
    -- What was counted before goes, where this can be asked for (PostgreSQL 18); elsewhere it stays as it was.
    if current_setting('server_version_num')::int >= 180000 then
      perform pg_clear_attribute_stats('public', name, 'tenant_id', false);
    end if;
  end loop;
end
$$;
