-- Two shortcuts to balances of the past, written with the sums per day. Sums per month of value dates: a balance as of a day is a few
-- months and the days of one. Marks: balances as they were at some seqs, so that those of any seq are a mark and the postings between.

create table account_months (
  tenant_id uuid not null,
  /* the first day */
  month date not null,
  account_id uuid not null,
  /* debits less credits */
  net numeric(38, 8) not null,
  primary key (tenant_id, month, account_id),
  constraint account_months_begin_on_the_first check (extract(day from month) = 1)
) with (fillfactor = 50);

create table account_marks (
  tenant_id uuid not null,
  seq bigint not null,
  account_id uuid not null,
  balance numeric(38, 8) not null,
  primary key (tenant_id, seq, account_id)
);

-- An owner who is no superuser sees the rows of no tenant while security is forced.
alter table account_days no force row level security;
insert into account_months (tenant_id, month, account_id, net)
select tenant_id, date_trunc('month', value_date::timestamp)::date, account_id, sum(debits - credits) from account_days
group by tenant_id, date_trunc('month', value_date::timestamp), account_id;
alter table account_days force row level security;

do $$
declare
  name text;
begin
  foreach name in array array['account_months', 'account_marks']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy own_tenant on %I using (tenant_id = (select nullif(current_setting(''app.tenant_id'', true), '''')::uuid))', name);
  end loop;
end
$$;

grant select on account_months, account_marks to countinghouse_reader;
grant select, insert, update on account_months to countinghouse_writer;
grant select, insert on account_marks to countinghouse_writer;
