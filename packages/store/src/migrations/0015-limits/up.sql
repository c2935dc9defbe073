-- What an organisation limits, and what counts against it on the last day that anything was booked.

create table limits (
  tenant_id uuid not null,
  key text not null,
  value text,
  set_at timestamptz not null,
  set_by text not null,
  set_seq bigint not null,
  primary key (tenant_id, key),
  constraint limits_key_is_known check (key in ('high_risk_amount', 'txn_amount_max', 'daily_txn_amount_max', 'daily_txn_count_max'))
);

create table booked (
  tenant_id uuid primary key,
  booked_on date not null,
  txn_count bigint not null,
  /* amounts by currency */
  sums jsonb not null,
  constraint booked_count_is_not_negative check (txn_count >= 0)
) with (fillfactor = 50);

do $$
declare
  name text;
begin
  foreach name in array array['limits', 'booked']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy own_tenant on %I using (tenant_id = (select nullif(current_setting(''app.tenant_id'', true), '''')::uuid))', name);
  end loop;
end
$$;

grant select on limits, booked to countinghouse_reader;
grant select, insert, update on limits, booked to countinghouse_writer;

-- Of what was booked already: an owner who is no superuser sees the rows of no tenant while security is forced.
alter table events no force row level security;
alter table holds no force row level security;
alter table hold_rows no force row level security;
alter table postings no force row level security;
alter table booked no force row level security;

alter table holds add column booked_on date, add column reporting_amount jsonb;
update holds h set booked_on = (e.event_ts at time zone 'UTC')::date
from events e where e.tenant_id = h.tenant_id and e.seq = h.placed_seq;
alter table holds alter column booked_on set not null;

with last_day as (
  select t.tenant_id, e.day
  from (select distinct tenant_id from events) t
  cross join lateral (
    select (event_ts at time zone 'UTC')::date as day
    from events
    where tenant_id = t.tenant_id and event_type = 'intent.executed' and actor_id <> 'system'
      and coalesce(payload::jsonb -> 'hold' ->> 'action', 'place') = 'place'
    order by seq desc
    limit 1
  ) e
),
of_day as (
  select l.tenant_id, l.day, e.seq, h.intent_id as hold_id, h.status,
    (c.event_ts at time zone 'UTC')::date as closed_on, h.closed_seq
  from last_day l
  join events e on e.tenant_id = l.tenant_id and e.event_type = 'intent.executed' and e.actor_id <> 'system'
    and (e.event_ts at time zone 'UTC')::date = l.day
    and coalesce(e.payload::jsonb -> 'hold' ->> 'action', 'place') = 'place'
  left join holds h on h.tenant_id = e.tenant_id and h.placed_seq = e.seq
  left join events c on c.tenant_id = h.tenant_id and c.seq = h.closed_seq
),
counted as (
  select *, status = 'captured' and closed_on = day as captured_that_day from of_day
  where status is null or status in ('open', 'captured') or closed_on <> day
),
rows as (
  select c.tenant_id, p.currency, p.amount
  from counted c join postings p on p.tenant_id = c.tenant_id and p.seq = case when c.captured_that_day then c.closed_seq else c.seq end
  where c.status is null or c.captured_that_day
  union all
  select c.tenant_id, r.currency, r.amount
  from counted c join hold_rows r on r.tenant_id = c.tenant_id and r.intent_id = c.hold_id
  where not c.captured_that_day
),
sums as (
  select tenant_id, jsonb_object_agg(currency, amount::text) as sums
  from (select tenant_id, currency, sum(amount) as amount from rows group by tenant_id, currency) s
  group by tenant_id
)
insert into booked (tenant_id, booked_on, txn_count, sums)
select l.tenant_id, l.day, (select count(*) from counted c where c.tenant_id = l.tenant_id), coalesce(s.sums, '{}')
from last_day l left join sums s on s.tenant_id = l.tenant_id;

alter table events force row level security;
alter table holds force row level security;
alter table hold_rows force row level security;
alter table postings force row level security;
alter table booked force row level security;
