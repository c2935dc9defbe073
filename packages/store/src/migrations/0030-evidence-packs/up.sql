-- Bundles of evidence are written in packs: one object with the bundles of many events, and one row that says what is in it. Rows of
-- `evidence`, each of a bundle that is an object of its own, stay as they are; none is added.

create table evidence_packs (
  tenant_id uuid not null,
  /* the stretch of the log that it covers: each event of it that is to have a bundle has it here */
  first_seq bigint not null,
  last_seq bigint not null,
  bundles integer not null,
  /* the object store has it under this */
  content_sha256 text not null,
  size_bytes bigint not null,
  /* the index as the object has it: docs/reference/evidence-format.md */
  index bytea not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, first_seq),
  constraint evidence_packs_cover_a_stretch check (first_seq > 0 and last_seq >= first_seq and bundles between 1 and last_seq - first_seq + 1),
  constraint evidence_packs_name_their_content check (content_sha256 ~ '^[0-9a-f]{64}$' and size_bytes > 0)
);
-- It is compressed already.
alter table evidence_packs alter column index set storage external;
alter table evidence_packs enable row level security;
alter table evidence_packs force row level security;
create policy own_tenant on evidence_packs using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));

grant select on evidence_packs to countinghouse_reader;
-- A pack that was written stays written.
grant select, insert on evidence_packs to countinghouse_writer;
revoke insert on evidence from countinghouse_writer;
