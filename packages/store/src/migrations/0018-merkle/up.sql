-- The Merkle tree of each log, in tiles that are written once when they are full, and the anchors that fix its root.
-- Not projections: both follow from the hashes of the log, which replay does not make anew.

create table merkle_tiles (
  tenant_id uuid not null,
  /* eight levels of the tree each: 0 over the events, 1 over 256 tiles of level 0, … */
  level smallint not null,
  index bigint not null,
  /* 256 neighbours of 32 bytes */
  hashes bytea not null,
  /* what stands for this tile in the one above */
  root bytea not null,
  primary key (tenant_id, level, index),
  constraint merkle_tiles_are_full check (octet_length(hashes) = 8192 and octet_length(root) = 32),
  constraint merkle_tiles_have_a_place check (level between 0 and 6 and index >= 0)
);

create table anchors (
  tenant_id uuid not null,
  id uuid not null,
  /* the hour it is for; null where it was asked for */
  hour timestamptz,
  from_seq bigint not null,
  /* leaves of the tree */
  to_seq bigint not null,
  root bytea not null,
  /* the C2SP checkpoint, signed by the chain key */
  checkpoint text not null,
  kid text not null,
  created_at timestamptz not null default now(),
  /* set once a witness outside of the log has it */
  anchored_at timestamptz,
  anchor_ref text,
  /* the RFC 3161 token, where an authority gave one */
  time_stamp bytea,
  primary key (tenant_id, id),
  constraint anchors_once_an_hour unique (tenant_id, hour),
  constraint anchors_once_a_size unique (tenant_id, to_seq),
  constraint anchors_have_leaves check (from_seq >= 1 and to_seq >= from_seq and octet_length(root) = 32),
  constraint anchors_name_their_witness check ((anchored_at is null) = (anchor_ref is null))
);
create index anchors_pending on anchors (created_at) where anchored_at is null;

do $$
declare
  name text;
begin
  foreach name in array array['merkle_tiles', 'anchors']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy own_tenant on %I using (tenant_id = (select nullif(current_setting(''app.tenant_id'', true), '''')::uuid))', name);
  end loop;
end
$$;

grant select on merkle_tiles, anchors to countinghouse_reader;
-- Neither is ever taken back: what was fixed stays fixed, only its witness is added.
grant select, insert on merkle_tiles, anchors to countinghouse_writer;
grant update (anchored_at, anchor_ref, time_stamp) on anchors to countinghouse_writer;
