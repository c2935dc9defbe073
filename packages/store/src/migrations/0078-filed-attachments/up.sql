-- Files on accounts, parties and periods. Their content is in the object store, under its hash; their names are in pii_tokens.

create table filed_attachments (
  tenant_id uuid not null,
  filed_on text not null,
  /* the id of the account, party or period */
  filed_on_id uuid not null,
  sha256 text not null,
  size_bytes bigint not null,
  content_type text not null,
  name_token text not null,
  added_at timestamptz not null,
  added_by text not null,
  event_seq bigint not null,
  primary key (tenant_id, filed_on, filed_on_id, sha256),
  constraint filed_on_is_known check (filed_on in ('account', 'party', 'period'))
);

select bind_to_tenant('filed_attachments');
grant select on filed_attachments to countinghouse_reader;
grant select, insert on filed_attachments to countinghouse_writer;
