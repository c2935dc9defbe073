-- Witnesses of the log (C2SP tlog-witness): who they are follows from events; how far each has cosigned, and what it signed, is about the log.

create table witnesses (
  tenant_id uuid not null,
  id uuid not null,
  name text not null,
  vkey text not null,
  url text not null,
  added_seq bigint not null,
  added_at timestamptz not null,
  primary key (tenant_id, id),
  constraint witnesses_once_a_name unique (tenant_id, name)
);

/* How the offering of checkpoints to a witness goes on. */
create table witness_offers (
  tenant_id uuid not null,
  witness_id uuid not null,
  /* the size of the last checkpoint that it cosigned */
  cosigned_to bigint not null default 0,
  cosigned_at timestamptz,
  next_try_at timestamptz not null default now(),
  attempts integer not null default 0,
  failing_since timestamptz,
  last_error text,
  /* since when it says that the log is not the one that it cosigned */
  refused_at timestamptz,
  primary key (tenant_id, witness_id),
  constraint witness_offers_fail_with_an_error check ((failing_since is null) = (last_error is null)),
  constraint witness_offers_refuse_with_an_error check (refused_at is null or last_error is not null)
);

create table cosignatures (
  tenant_id uuid not null,
  /* of the anchor */
  to_seq bigint not null,
  vkey text not null,
  name text not null,
  /* base64 of key id, time and signature, as in the line of a signed note */
  signature text not null,
  /* when the witness says that it saw it */
  cosigned_at timestamptz not null,
  primary key (tenant_id, to_seq, vkey)
);

-- Owners are told that a witness refuses their log.
alter table mail_outbox drop constraint mail_outbox_kind_is_known;
alter table mail_outbox add constraint mail_outbox_kind_is_known
  check (kind in ('invitation', 'password_reset', 'approval', 'ledger_broken', 'log_went_back', 'mention', 'witness_refused'));

select bind_to_tenant('witnesses', 'witness_offers', 'cosignatures');
grant select on witnesses, witness_offers, cosignatures to countinghouse_reader;
grant select, insert, delete on witnesses to countinghouse_writer;
grant select, insert, update on witness_offers to countinghouse_writer;
-- What was signed stays.
grant select, insert on cosignatures to countinghouse_writer;
