-- A hold is captured in parts: what is left of its rows stays reserved until it is captured too, let go, or past its time.

alter table hold_rows add column captured numeric(38, 8) not null default 0;
comment on column hold_rows.captured is 'by captures that left the rest reserved';
alter table hold_rows add constraint hold_rows_captured_is_of_the_amount check (captured >= 0 and captured <= amount);
grant update (captured) on hold_rows to countinghouse_writer;

create table hold_captures (
  tenant_id uuid not null,
  seq bigint not null,
  /* the intent that placed the hold */
  intent_id text not null,
  captured_by text not null,
  primary key (tenant_id, seq)
);
create index hold_captures_by_hold on hold_captures (tenant_id, intent_id, seq);
create index hold_captures_by_capture on hold_captures (tenant_id, captured_by);

-- Whoever migrates owns the tables and must see all of them.
alter table holds no force row level security;
insert into hold_captures (tenant_id, seq, intent_id, captured_by)
select tenant_id, closed_seq, intent_id, closed_by from holds where status = 'captured';
alter table holds force row level security;

select bind_to_tenant('hold_captures');
grant select on hold_captures to countinghouse_reader;
grant select, insert on hold_captures to countinghouse_writer;
