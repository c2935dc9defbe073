-- Rows that left the database for an object and its index here (docs/decisions/0235-prune-with-proof.md).

/* What events say: rows up to through_seq may be outside. */
create table prunes (
  tenant_id uuid not null,
  seq bigint not null,
  from_seq bigint not null,
  through_seq bigint not null,
  before_on date not null,
  archive_sha256 text not null,
  rows_sha256 text not null,
  primary key (tenant_id, seq)
);
select bind_to_tenant('prunes');
grant select on prunes to countinghouse_reader, countinghouse_writer;
grant insert on prunes to countinghouse_writer;

/* A stretch of a log of which rows are outside: written in the transaction in which these left. */
create table pruned_stretches (
  tenant_id uuid not null,
  first_seq bigint not null,
  last_seq bigint not null,
  last_ts timestamptz not null,
  events bigint not null,
  postings bigint not null,
  heads bigint not null,
  primary key (tenant_id, first_seq)
);

/* Bytes of the object: of its events, then of their postings. */
create table pruned_blocks (
  tenant_id uuid not null,
  first_seq bigint not null,
  last_seq bigint not null,
  first_ts timestamptz not null,
  /* Of its postings; null where it has none. */
  first_value_date date,
  last_value_date date,
  stretch_seq bigint not null,
  byte_offset bigint not null,
  event_bytes integer not null,
  posting_bytes integer not null,
  sha256 bytea not null,
  primary key (tenant_id, first_seq)
);

/* Where a key or an intent is: entries of 8 bytes of a hash and 6 of a seq, by its first two bytes. */
create table pruned_keys (
  tenant_id uuid not null,
  bucket integer not null,
  entries bytea not null,
  primary key (tenant_id, bucket)
);
alter table pruned_keys alter column entries set storage external;

/* Blocks of a stretch that post to an account, by the seqs that they begin with. */
create table pruned_accounts (
  tenant_id uuid not null,
  account_id uuid not null,
  stretch_seq bigint not null,
  blocks bigint[] not null,
  primary key (tenant_id, account_id, stretch_seq)
);

/* What the postings that left come to, by account and day. */
create table pruned_days (
  tenant_id uuid not null,
  account_id uuid not null,
  value_date date not null,
  debits numeric(38, 8) not null,
  credits numeric(38, 8) not null,
  postings bigint not null,
  primary key (tenant_id, account_id, value_date)
);

/* How many of the events that left somebody did. */
create table pruned_actors (
  tenant_id uuid not null,
  actor_id text not null,
  stretch_seq bigint not null,
  events bigint not null,
  primary key (tenant_id, actor_id, stretch_seq)
);

/* How many signed heads there were between an anchor and the one before, where these left. */
create table pruned_heads (
  tenant_id uuid not null,
  to_seq bigint not null,
  heads bigint not null,
  primary key (tenant_id, to_seq)
);

select bind_to_tenant('pruned_stretches', 'pruned_blocks', 'pruned_keys', 'pruned_accounts', 'pruned_days', 'pruned_actors', 'pruned_heads');
grant select on pruned_stretches, pruned_blocks, pruned_keys, pruned_accounts, pruned_days, pruned_actors, pruned_heads to countinghouse_reader, countinghouse_writer;

-- Where a transaction brings rows back to read them, its search path has this first: the tables, and with them the rows that it brought.
create schema thawed;
grant usage on schema thawed to countinghouse_reader, countinghouse_writer;

create view thawed.events with (security_invoker = true) as
select * from public.events
union all
select distinct on (t.seq) t.* from jsonb_populate_recordset(null::public.events, coalesce(nullif(current_setting('app.thawed_events', true), ''), '[]')::jsonb) t
where not exists (select from public.events e where e.tenant_id = t.tenant_id and e.seq = t.seq);

create view thawed.postings with (security_invoker = true) as
select * from public.postings
union all
select distinct on (t.seq, t.line) t.* from jsonb_populate_recordset(null::public.postings, coalesce(nullif(current_setting('app.thawed_postings', true), ''), '[]')::jsonb) t
where not exists (select from public.postings p where p.tenant_id = t.tenant_id and p.seq = t.seq and p.line = t.line);

grant select on thawed.events, thawed.postings to countinghouse_reader, countinghouse_writer;
