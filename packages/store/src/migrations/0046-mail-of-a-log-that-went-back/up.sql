-- Owners are told that the log of their organisation went back.

alter table mail_outbox drop constraint mail_outbox_kind_is_known;
alter table mail_outbox add constraint mail_outbox_kind_is_known
  check (kind in ('invitation', 'password_reset', 'approval', 'ledger_broken', 'log_went_back', 'mention'));

-- Of which loss they were told: once, whichever server finds it. No event says it, as nothing is written to such a log.
create table told_losses (
  tenant_id uuid not null,
  /* of the last event that is lost */
  mark_hash text not null,
  told_at timestamptz not null default now(),
  primary key (tenant_id, mark_hash)
);

select bind_to_tenant('told_losses');
grant select, insert on told_losses to countinghouse_writer;
grant select on told_losses to countinghouse_reader;
