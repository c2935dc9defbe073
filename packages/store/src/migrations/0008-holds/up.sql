-- Holds, what they reserve, and which intents were taken back by which.

create table holds (
  tenant_id uuid not null,
  intent_id text not null,
  status text not null,
  value_date date not null,
  expires_at timestamptz not null,
  placed_seq bigint not null,
  closed_seq bigint,
  /* the intent that captured or voided it */
  closed_by text,
  primary key (tenant_id, intent_id),
  constraint holds_status_is_known check (status in ('open', 'captured', 'voided', 'expired'))
);
create index holds_by_status on holds (tenant_id, status, expires_at);
create index holds_by_seq on holds (tenant_id, placed_seq);
create index holds_by_closing_intent on holds (tenant_id, closed_by) where closed_by is not null;

create table hold_rows (
  tenant_id uuid not null,
  intent_id text not null,
  line smallint not null,
  debit_account_id uuid not null,
  credit_account_id uuid not null,
  amount numeric(38, 8) not null,
  currency text not null,
  value_date date not null,
  narrative text not null,
  primary key (tenant_id, intent_id, line),
  constraint hold_rows_amount_is_positive check (amount > 0)
);
create index hold_rows_by_debit on hold_rows (tenant_id, debit_account_id);
create index hold_rows_by_credit on hold_rows (tenant_id, credit_account_id);

create table reversals (
  tenant_id uuid not null,
  /* the intent that was taken back */
  intent_id text not null,
  reversed_by text not null,
  seq bigint not null,
  primary key (tenant_id, intent_id)
);

do $$
declare
  name text;
begin
  foreach name in array array['holds', 'hold_rows', 'reversals']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy own_tenant on %I using (tenant_id = (select nullif(current_setting(''app.tenant_id'', true), '''')::uuid))', name);
  end loop;
end
$$;

grant select on holds, hold_rows, reversals to countinghouse_reader;
grant select, insert on holds, hold_rows, reversals to countinghouse_writer;
grant update on holds to countinghouse_writer;
