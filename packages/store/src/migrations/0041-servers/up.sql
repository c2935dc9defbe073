-- The servers that share this database: where each is reached by the others, and the secret that they speak under. In a schema of its
-- own: nothing here belongs to an organisation.

create schema cluster;

create table cluster.servers (
  id uuid primary key,
  host text not null,
  port integer not null,
  /* of the encrypted connection to it (TLS with a pre-shared key); made anew at each start */
  secret bytea not null,
  seen_at timestamptz not null default now(),
  constraint servers_port_is_one check (port between 1 and 65535)
);

grant usage on schema cluster to countinghouse_writer;
grant select, insert, update, delete on cluster.servers to countinghouse_writer;
