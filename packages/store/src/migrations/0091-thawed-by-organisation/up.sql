-- The organisation that is asked for reaches every table that these views read, beside what was brought too: without it among what is distinct, it stopped
-- there, and what was brought was looked for in the rows of all organisations (docs/decisions/0205-spread-over-citus.md).
create or replace view thawed.events with (security_invoker = true) as
select * from public.events
union all
select distinct on (t.tenant_id, t.seq) t.* from jsonb_populate_recordset(null::public.events, coalesce(nullif(current_setting('app.thawed_events', true), ''), '[]')::jsonb) t
where not exists (select from public.events e where e.tenant_id = t.tenant_id and e.seq = t.seq);

create or replace view thawed.postings with (security_invoker = true) as
select * from public.postings
union all
select distinct on (t.tenant_id, t.seq, t.line) t.* from jsonb_populate_recordset(null::public.postings, coalesce(nullif(current_setting('app.thawed_postings', true), ''), '[]')::jsonb) t
where not exists (select from public.postings p where p.tenant_id = t.tenant_id and p.seq = t.seq and p.line = t.line);
