-- Files on intents. Their content is in the object store, under its hash; their names are in pii_tokens.

create table attachments (
  tenant_id uuid not null,
  intent_id text not null,
  sha256 text not null,
  size_bytes bigint not null,
  content_type text not null,
  name_token text not null,
  added_at timestamptz not null,
  added_by text not null,
  event_seq bigint not null,
  primary key (tenant_id, intent_id, sha256)
);
alter table attachments enable row level security;
alter table attachments force row level security;
create policy own_tenant on attachments using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));

grant select on attachments to countinghouse_reader;
grant select, insert on attachments to countinghouse_writer;
