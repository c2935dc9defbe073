-- What an account is called, what it may not fall below where that is neither nothing nor zero, and the way from what it is called outside.

alter table accounts add column title text;
/* With floor 'none': the amount, on the normal side. Null where there is none, and where floor is 'zero'. */
alter table accounts add column floor_amount numeric(38, 8);
create index accounts_by_reference on accounts (tenant_id, upper(replace(external_ref, ' ', ''))) where external_ref is not null;

/* By which accounts are opened on first use: canonical JSON, the whole of the event. */
create table opening_rules (
  tenant_id uuid primary key,
  rules text not null
);
select bind_to_tenant('opening_rules');
grant select on opening_rules to countinghouse_reader;
grant select, insert, update on opening_rules to countinghouse_writer;
