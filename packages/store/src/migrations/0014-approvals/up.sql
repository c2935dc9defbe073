-- What waits for a second person: intents held back, changes that four eyes must see. And periods that open again.

create table approvals (
  tenant_id uuid not null,
  id uuid not null,
  kind text not null,
  /* of a change: the command; of an intent: its use case */
  subject text not null,
  intent_id text,
  status text not null,
  held_for text not null,
  /* canonical JSON, as it was hashed */
  payload text not null,
  payload_hash text not null,
  /* of an intent: the body as it came; let go of once decided */
  request text,
  maker_id text not null,
  needed integer not null,
  eligible integer not null,
  /* of an intent, where a limit asked for it */
  reporting_amount jsonb,
  entity_ids uuid[] not null,
  unassigned boolean not null,
  created_at timestamptz not null,
  created_seq bigint not null,
  expires_at timestamptz not null,
  decided_at timestamptz,
  decided_by text,
  decided_seq bigint,
  rejection_code text,
  comment text,
  primary key (tenant_id, id),
  constraint approvals_kind_is_known check (kind in ('intent', 'change')),
  constraint approvals_status_is_known check (status in ('pending', 'approved', 'rejected')),
  constraint approvals_needed_is_one_to_three check (needed between 1 and 3),
  constraint approvals_decision_is_whole check ((status = 'pending') = (decided_seq is null)),
  constraint approvals_maker_decides_not check (status <> 'approved' or decided_by <> maker_id)
);
create unique index approvals_intent_is_unique on approvals (tenant_id, intent_id) where intent_id is not null;
create index approvals_by_seq on approvals (tenant_id, created_seq);
create index approvals_pending on approvals (tenant_id, created_seq) where status = 'pending';
create index approvals_to_expire on approvals (expires_at) where status = 'pending';

create table approval_votes (
  tenant_id uuid not null,
  approval_id uuid not null,
  user_id text not null,
  comment text not null,
  voted_at timestamptz not null,
  seq bigint not null,
  primary key (tenant_id, approval_id, user_id)
);

/* No projection: whom the house has told, so that it tells them once. */
create table approval_notices (
  tenant_id uuid not null,
  approval_id uuid not null,
  noticed_at timestamptz not null default now(),
  primary key (tenant_id, approval_id)
);

do $$
declare
  name text;
begin
  foreach name in array array['approvals', 'approval_votes', 'approval_notices']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy own_tenant on %I using (tenant_id = (select nullif(current_setting(''app.tenant_id'', true), '''')::uuid))', name);
  end loop;
end
$$;

grant select on approvals, approval_votes, approval_notices to countinghouse_reader;
grant select, insert on approvals, approval_votes, approval_notices to countinghouse_writer;
grant update on approvals to countinghouse_writer;

alter table tenants add column four_eyes boolean not null default false;

-- An intent that was held back has more than one event. The first has its key, and its id is unique among those.
drop index events_intent_id_is_unique;
create unique index events_intent_id_is_unique on events (tenant_id, intent_id) where idem_key is not null;
create index events_by_later_intent on events (tenant_id, intent_id) where intent_id is not null and idem_key is null;

-- A period that is closing again: what its lock sealed is in the log.
alter table periods add column reopened_at timestamptz, add column reopened_by text, add column reopened_seq bigint;
grant delete on period_balances, period_files to countinghouse_writer;

alter table import_intents drop constraint import_intents_result_is_known;
alter table import_intents add constraint import_intents_result_is_known
  check (result in ('executed', 'held', 'rejected', 'duplicate', 'refused'));

alter table mail_outbox drop constraint mail_outbox_kind_is_known, drop constraint mail_outbox_reset_is_somebodys;
alter table mail_outbox add constraint mail_outbox_kind_is_known check (kind in ('invitation', 'password_reset', 'approval'));
alter table mail_outbox add constraint mail_outbox_is_somebodys check ((kind = 'invitation') = (user_id is null));

-- A run of a schedule that was held back is decided later.
create index schedule_runs_by_intent on schedule_runs (tenant_id, intent_id);
grant update on schedule_runs to countinghouse_writer;
