-- What people and programs say of intents, accounts, entities and parties in words of their own: keys with values. No row where nothing was said.

create table metadata (
  tenant_id uuid not null,
  subject text not null,
  /* the id of the intent, account, entity or party */
  subject_id text not null,
  key text not null,
  value text not null,
  /* of an intent: its first event, and the one that executed it: its places in lists of intents and of postings */
  seq bigint,
  executed_seq bigint,
  /* of an account: its place in the list of accounts */
  code text,
  primary key (tenant_id, subject, subject_id, key),
  constraint metadata_subject_is_known check (subject in ('intent', 'account', 'entity', 'party')),
  constraint metadata_has_its_place check ((seq is not null) = (subject = 'intent') and (code is not null) = (subject = 'account'))
);
create index metadata_of_intents on metadata (tenant_id, key, value, seq) where seq is not null;
create index metadata_of_postings on metadata (tenant_id, key, value, executed_seq) where executed_seq is not null;
create index metadata_of_accounts on metadata (tenant_id, key, value, code) where code is not null;

/* The events that gave or changed it. */
create table metadata_changes (
  tenant_id uuid not null,
  subject text not null,
  subject_id text not null,
  seq bigint not null,
  primary key (tenant_id, subject, subject_id, seq)
);

/* A plan does not depend on which organisation asks: see 0051. */
alter table metadata alter column tenant_id set statistics 0;
alter table metadata_changes alter column tenant_id set statistics 0;

select bind_to_tenant('metadata', 'metadata_changes');
grant select on metadata, metadata_changes to countinghouse_reader;
grant select, insert, update, delete on metadata to countinghouse_writer;
grant select, insert on metadata_changes to countinghouse_writer;
