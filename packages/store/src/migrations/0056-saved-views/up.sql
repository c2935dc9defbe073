-- Views of lists that people have named, each for themselves: no part of the log.

create table saved_views (
  tenant_id uuid not null,
  user_id text not null,
  id uuid not null,
  list text not null,
  name text not null,
  /* filters and order, as the address of the list spells them: name → value */
  search jsonb not null,
  primary key (tenant_id, user_id, id),
  constraint saved_views_once_a_name unique (tenant_id, user_id, list, name)
);

select bind_to_tenant('saved_views');
grant select on saved_views to countinghouse_reader;
grant select, insert, update, delete on saved_views to countinghouse_writer;
