-- Whose turn it is at the work beside the requests: a row for each kind of work, held by one server until so long. Nothing here belongs to an
-- organisation.

create table cluster.worker_leases (
  name text primary key,
  holder uuid not null,
  held_until timestamptz not null
);

grant select, insert, update, delete on cluster.worker_leases to countinghouse_writer;
