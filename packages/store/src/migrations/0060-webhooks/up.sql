-- Webhooks: endpoints that an organisation has its events sent to, each those it wants. The endpoints are a projection. How far each has the log
-- and what it would not take is kept where that of the audit export is; what was sent and answered, and what is to be sent again, is new.

create table webhook_endpoints (
  tenant_id uuid not null,
  id uuid not null,
  name text not null,
  origin text not null,
  address_id uuid not null,
  secret_id uuid not null,
  /* the secret before this one: for a day both sign */
  old_secret_id uuid,
  secret_set_at timestamptz not null,
  /* patterns of event types; an empty array: all of them */
  event_types jsonb not null,
  payload_version integer not null,
  enabled boolean not null,
  created_at timestamptz not null,
  created_by text not null,
  /* it is sent what comes after this event */
  added_seq bigint not null,
  primary key (tenant_id, id)
);

/* Tries to hand an event over. What was sent follows from the event. */
create table outbound_deliveries (
  tenant_id uuid not null,
  destination text not null,
  id uuid not null,
  /* null: a test, which no event is behind */
  seq bigint,
  event_type text not null,
  cause text not null,
  /* of the tries at this event */
  attempt integer not null,
  sent_at timestamptz not null,
  duration_ms integer not null,
  outcome text not null,
  /* of the answer; null: there was none */
  status integer,
  answer text,
  error text,
  primary key (tenant_id, destination, id),
  constraint outbound_deliveries_cause_is_known check (cause in ('log', 'replay', 'test')),
  constraint outbound_deliveries_outcome_is_known check (outcome in ('taken', 'refused', 'away', 'gone')),
  constraint outbound_deliveries_of_events_or_tests check ((seq is null) = (cause = 'test'))
);

/* Stretches of the log that somebody asked to be sent again. */
create table outbound_replays (
  tenant_id uuid not null,
  destination text not null,
  id uuid not null,
  from_seq bigint not null,
  to_seq bigint not null,
  /* everything up to here was sent */
  done_seq bigint not null,
  asked_by text not null,
  asked_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (tenant_id, destination, id),
  constraint outbound_replays_go_forward check (from_seq <= to_seq)
);
create index outbound_replays_to_do on outbound_replays (tenant_id, destination, id) where finished_at is null;

-- Endpoints are targets beside those there are, by their id.
alter table audit_cursors drop constraint audit_cursors_of_a_target;
alter table audit_cursors add constraint audit_cursors_of_a_target
  check (destination in ('primary', 'secondary', 'nats') or destination ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$');
alter table audit_dead_letters drop constraint audit_dead_letters_of_a_destination;
alter table audit_dead_letters add constraint audit_dead_letters_of_a_target
  check (destination in ('primary', 'secondary') or destination ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$');

-- Owners are told that an endpoint takes nothing any more.
alter table mail_outbox drop constraint mail_outbox_kind_is_known;
alter table mail_outbox add constraint mail_outbox_kind_is_known
  check (kind in ('invitation', 'password_reset', 'approval', 'ledger_broken', 'log_went_back', 'mention', 'witness_refused', 'webhook_stopped'));

select bind_to_tenant('webhook_endpoints', 'outbound_deliveries', 'outbound_replays');
grant select on webhook_endpoints, outbound_deliveries, outbound_replays to countinghouse_reader;
grant select, insert, update, delete on webhook_endpoints, outbound_deliveries, outbound_replays to countinghouse_writer;
