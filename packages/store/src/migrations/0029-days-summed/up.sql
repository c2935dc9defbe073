-- How far the log is summed into account_days, gl_days and entity_days. The sums follow after the commit; whoever reads days adds
-- the postings above this.

create table days_summed (
  tenant_id uuid primary key,
  through_seq bigint not null,
  constraint days_summed_through_seq_is_not_negative check (through_seq >= 0)
) with (fillfactor = 50);

-- Until now the sums were written with each batch. An owner who is no superuser sees the rows of no tenant while security is forced.
alter table chain_heads no force row level security;
insert into days_summed (tenant_id, through_seq) select tenant_id, seq from chain_heads;
alter table chain_heads force row level security;

alter table days_summed enable row level security;
alter table days_summed force row level security;
create policy own_tenant on days_summed using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));

grant select on days_summed to countinghouse_reader;
grant select, insert, update on days_summed to countinghouse_writer;
