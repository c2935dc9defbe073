-- Second factors that were lost, as owners of an organisation agreed to remove them: those granted, and neither stopped nor done.

create table second_factor_resets (
  tenant_id uuid not null,
  user_id text not null,
  granted_seq bigint not null,
  effective_at timestamptz not null,
  lapses_at timestamptz not null,
  primary key (tenant_id, user_id)
);
create index second_factor_resets_by_person on second_factor_resets (user_id);

/* No projection: whom the house has told of which, and when, so that it tells them once and waits a day from then. */
create table second_factor_reset_notices (
  tenant_id uuid not null,
  user_id text not null,
  granted_seq bigint not null,
  told_at timestamptz not null,
  primary key (tenant_id, user_id, granted_seq)
);

select bind_to_tenant('second_factor_resets', 'second_factor_reset_notices');
grant select on second_factor_resets, second_factor_reset_notices to countinghouse_reader;
grant select, insert, update, delete on second_factor_resets to countinghouse_writer;
grant select, insert on second_factor_reset_notices to countinghouse_writer;

alter table mail_outbox drop constraint mail_outbox_kind_is_known;
alter table mail_outbox add constraint mail_outbox_kind_is_known
  check (kind in ('invitation', 'password_reset', 'approval', 'ledger_broken', 'log_went_back', 'mention', 'witness_refused', 'webhook_stopped',
    'passkey_changed', 'second_factor_reset'));
