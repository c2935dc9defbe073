-- References of accounts and of bank sources may be tokens in the log; their words are in pii_tokens.

/* What owners chose last, for new events. No row: never anything but in the clear. */
create table reference_choices (
  tenant_id uuid primary key,
  kept_as text not null,
  set_at timestamptz not null
);
select bind_to_tenant('reference_choices');
alter table reference_choices add constraint references_are_clear_or_token check (kept_as in ('clear', 'token'));
grant select on reference_choices to countinghouse_reader;
grant select, insert, update on reference_choices to countinghouse_writer;

/* In the place of external_ref and bank_account. */
alter table accounts add column external_ref_token text;
create index accounts_by_reference_token on accounts (tenant_id, external_ref_token) where external_ref_token is not null;
alter table recon_sources add column bank_account_token text;
