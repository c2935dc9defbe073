-- The evidence vault: which bundle was written for which event, and how far each log has got. Not projections: bundles are made
-- after the commit from what the log says, signed when they are made, and never written again.

create table evidence (
  tenant_id uuid not null,
  id uuid not null,
  /* the event that decided: an intent, or that a period was published */
  event_seq bigint not null,
  /* null for what is about no intent */
  intent_id text,
  /* intents/…, periods/…: what events call it by */
  name text not null,
  /* the object store has it under this */
  content_sha256 text not null,
  content_type text not null,
  size_bytes bigint not null,
  metadata jsonb not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint evidence_once_an_event unique (tenant_id, event_seq),
  constraint evidence_names_its_content check (content_sha256 ~ '^[0-9a-f]{64}$' and size_bytes > 0 and event_seq > 0)
);
create index evidence_by_intent on evidence (tenant_id, intent_id) where intent_id is not null;

create table evidence_progress (
  tenant_id uuid primary key,
  /* every event up to it that is to have a bundle has one */
  through_seq bigint not null default 0,
  /* while the last tries failed: since when, with which code, how often, and when the next one is due */
  failing_since timestamptz,
  failure text,
  tries integer not null default 0,
  retry_at timestamptz,
  constraint evidence_progress_says_why check ((failing_since is null) = (failure is null) and (failing_since is null) = (tries = 0))
);

do $$
declare
  name text;
begin
  foreach name in array array['evidence', 'evidence_progress']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy own_tenant on %I using (tenant_id = (select nullif(current_setting(''app.tenant_id'', true), '''')::uuid))', name);
  end loop;
end
$$;

grant select on evidence, evidence_progress to countinghouse_reader;
-- A bundle that was written stays written.
grant select, insert on evidence to countinghouse_writer;
grant select, insert, update on evidence_progress to countinghouse_writer;
