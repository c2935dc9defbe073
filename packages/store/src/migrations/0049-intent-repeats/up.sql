-- How often an intent was asked for again under its key, counted beside the log: a repeat is answered and writes no event.

create table intent_repeats (
  tenant_id uuid not null,
  intent_id text not null,
  repeats bigint not null,
  last_at timestamptz not null,
  primary key (tenant_id, intent_id),
  constraint intent_repeats_are_counted check (repeats > 0)
);

select bind_to_tenant('intent_repeats');
grant select on intent_repeats to countinghouse_reader;
grant select, insert, update on intent_repeats to countinghouse_writer;
