-- What each account moved on each value date, and what crossed between entities on it: statements and balances as of a day
-- are summed from these, not from the postings.

create table account_days (
  tenant_id uuid not null,
  account_id uuid not null,
  value_date date not null,
  debits numeric(38, 8) not null,
  credits numeric(38, 8) not null,
  primary key (tenant_id, account_id, value_date),
  constraint account_days_sums_are_not_negative check (debits >= 0 and credits >= 0)
) with (fillfactor = 50);
create index account_days_by_date on account_days (tenant_id, value_date);

-- The same by GL account, entity and currency: what statements are made of. The id of all zeros stands for accounts of no entity.
create table gl_days (
  tenant_id uuid not null,
  gl_account_id uuid not null,
  entity_id uuid not null,
  currency text not null,
  value_date date not null,
  debits numeric(38, 8) not null,
  credits numeric(38, 8) not null,
  primary key (tenant_id, gl_account_id, entity_id, currency, value_date),
  constraint gl_days_sums_are_not_negative check (debits >= 0 and credits >= 0)
) with (fillfactor = 50);

-- Postings whose sides belong to different entities.
create table entity_days (
  tenant_id uuid not null,
  debit_entity_id uuid not null,
  credit_entity_id uuid not null,
  currency text not null,
  value_date date not null,
  amount numeric(38, 8) not null,
  primary key (tenant_id, debit_entity_id, credit_entity_id, currency, value_date),
  constraint entity_days_entities_differ check (debit_entity_id <> credit_entity_id),
  constraint entity_days_amount_is_positive check (amount > 0)
) with (fillfactor = 50);
create index entity_days_by_credit on entity_days (tenant_id, credit_entity_id);

-- Of the books that are there already. An owner who is no superuser sees the rows of no tenant while security is forced.
alter table postings no force row level security;
alter table accounts no force row level security;

insert into account_days (tenant_id, account_id, value_date, debits, credits)
select tenant_id, account_id, value_date, sum(debit), sum(credit)
from (
  select tenant_id, debit_account_id as account_id, value_date, amount as debit, 0 as credit from postings
  union all
  select tenant_id, credit_account_id, value_date, 0, amount from postings
) side
group by tenant_id, account_id, value_date;

insert into gl_days (tenant_id, gl_account_id, entity_id, currency, value_date, debits, credits)
select d.tenant_id, a.gl_account_id, coalesce(a.entity_id, '00000000-0000-0000-0000-000000000000'), a.currency, d.value_date,
  sum(d.debits), sum(d.credits)
from account_days d join accounts a on a.tenant_id = d.tenant_id and a.id = d.account_id
group by d.tenant_id, a.gl_account_id, a.entity_id, a.currency, d.value_date;

insert into entity_days (tenant_id, debit_entity_id, credit_entity_id, currency, value_date, amount)
select p.tenant_id, coalesce(d.entity_id, '00000000-0000-0000-0000-000000000000'),
  coalesce(c.entity_id, '00000000-0000-0000-0000-000000000000'), p.currency, p.value_date, sum(p.amount)
from postings p
join accounts d on d.tenant_id = p.tenant_id and d.id = p.debit_account_id
join accounts c on c.tenant_id = p.tenant_id and c.id = p.credit_account_id
where d.entity_id is distinct from c.entity_id
group by p.tenant_id, d.entity_id, c.entity_id, p.currency, p.value_date;

alter table postings force row level security;
alter table accounts force row level security;

-- With the line the last posting of an account up to a seq is the first entry of its index, and the balance after it is there:
-- nothing is sorted, no row is read.
drop index postings_by_debit;
drop index postings_by_credit;
create index postings_by_debit on postings (tenant_id, debit_account_id, seq, line) include (debit_balance_after);
create index postings_by_credit on postings (tenant_id, credit_account_id, seq, line) include (credit_balance_after);

do $$
declare
  name text;
begin
  foreach name in array array['account_days', 'gl_days', 'entity_days']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy own_tenant on %I using (tenant_id = (select nullif(current_setting(''app.tenant_id'', true), '''')::uuid))', name);
  end loop;
end
$$;

grant select on account_days, gl_days, entity_days to countinghouse_reader;
grant select, insert, update on account_days, gl_days, entity_days to countinghouse_writer;
