-- Snapshots carry the root of the tree, a ledger whose check found a fault says so, and checks of a whole ledger are jobs that
-- tell how far they are.

alter table snapshots
  add column root_hash text,
  add constraint snapshots_root_is_a_hash check (root_hash ~ '^[0-9a-f]{64}$');

/* set by ledger.broken, taken back by ledger.mended */
alter table tenants add column broken_at timestamptz;

/* No projection: what was looked at, not what happened. */
create table checks (
  tenant_id uuid not null,
  id uuid not null,
  /* full: every hash, posting and balance; replay: every table rebuilt and compared */
  kind text not null,
  /* a person, or the house (system) */
  asked_by text not null,
  asked_at timestamptz not null default now(),
  started_at timestamptz,
  ended_at timestamptz,
  /* whoever is at it has it until then; afterwards it is anybody's again */
  leased_until timestamptz,
  attempts integer not null default 0,
  /* what it is at, and how many of the events are done */
  step text not null default 'waiting',
  done bigint not null default 0,
  total bigint not null default 0,
  /* JSON of what it found; null until it has ended, and where it failed */
  result text,
  primary key (tenant_id, id),
  constraint checks_kind_is_known check (kind in ('full', 'replay')),
  constraint checks_result_is_of_an_end check (result is null or ended_at is not null)
);
create unique index checks_one_at_a_time on checks (tenant_id, kind) where ended_at is null;
create index checks_newest on checks (tenant_id, kind, asked_at desc);
create index checks_waiting on checks (asked_at) where ended_at is null;

alter table checks enable row level security;
alter table checks force row level security;
create policy own_tenant on checks using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
grant select on checks to countinghouse_reader;
grant select, insert, update on checks to countinghouse_writer;

alter table mail_outbox drop constraint mail_outbox_kind_is_known;
alter table mail_outbox add constraint mail_outbox_kind_is_known
  check (kind in ('invitation', 'password_reset', 'approval', 'ledger_broken'));
