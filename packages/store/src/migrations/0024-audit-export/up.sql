-- Where the log of an organisation is sent, how far each destination has it, what a destination would not take, and what happened.
-- The destinations are a projection; the rest is how far the work got, which is not in the log. Addresses and secrets themselves
-- are in key_secrets, wrapped.

create table audit_destinations (
  tenant_id uuid not null,
  name text not null,
  origin text not null,
  address_id uuid not null,
  secret_id uuid not null,
  /* the secret before this one: while receivers change over, both sign */
  old_secret_id uuid,
  secret_set_at timestamptz not null,
  /* since when there is one: of the event that added it, and of the last one that changed it */
  added_seq bigint not null,
  changed_seq bigint not null,
  primary key (tenant_id, name),
  constraint audit_destinations_name_is_known check (name in ('primary', 'secondary'))
);

create table audit_cursors (
  tenant_id uuid not null,
  destination text not null,
  /* of which destination of that name: one that was taken away and added again begins anew */
  added_seq bigint not null,
  /* every event up to this one was taken, or is a dead letter */
  acknowledged_seq bigint not null default 0,
  /* up to here a run was told of */
  reported_seq bigint not null default 0,
  /* of the event after acknowledged_seq: tries in all, and those in which its content was refused */
  attempts integer not null default 0,
  refusals integer not null default 0,
  next_try_at timestamptz not null default now(),
  failing_since timestamptz,
  last_error text,
  last_taken_at timestamptz,
  /* who is sending */
  lease_id uuid,
  leased_until timestamptz,
  primary key (tenant_id, destination),
  constraint audit_cursors_of_a_destination check (destination in ('primary', 'secondary')),
  constraint audit_cursors_lease_ends check ((lease_id is null) = (leased_until is null)),
  constraint audit_cursors_report_what_was_taken check (reported_seq <= acknowledged_seq)
);

create table audit_dead_letters (
  tenant_id uuid not null,
  destination text not null,
  seq bigint not null,
  attempts integer not null,
  last_error text not null,
  failed_at timestamptz not null default now(),
  /* set where it is to be sent again */
  resend_at timestamptz,
  primary key (tenant_id, destination, seq),
  constraint audit_dead_letters_of_a_destination check (destination in ('primary', 'secondary'))
);

create table audit_activity (
  tenant_id uuid not null,
  id uuid not null,
  at timestamptz not null default now(),
  kind text not null,
  /* who did it; null: the house */
  actor_id text,
  destination text,
  seq bigint,
  /* events, where it was about several */
  events bigint,
  detail text,
  primary key (tenant_id, id),
  constraint audit_activity_kind_is_known check (
    kind in ('configured', 'run', 'archive_prepared', 'failing', 'stopped', 'recovered', 'dead_letter', 'resend', 'resent')
  )
);

do $$
declare
  name text;
begin
  foreach name in array array['audit_destinations', 'audit_cursors', 'audit_dead_letters', 'audit_activity']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy own_tenant on %I using (tenant_id = (select nullif(current_setting(''app.tenant_id'', true), '''')::uuid))', name);
  end loop;
end
$$;

grant select on audit_destinations, audit_cursors, audit_dead_letters, audit_activity to countinghouse_reader;
grant select, insert, update, delete on audit_destinations, audit_cursors, audit_dead_letters, audit_activity to countinghouse_writer;
