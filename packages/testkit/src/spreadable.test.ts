import { expect, test } from 'vitest';
import { findUnspreadable } from './spreadable.ts';

test.each([
  ["begin; set local app.tenant_id = 'x'", 'SET LOCAL stands alone'],
  ["select set_config('app.tenant_id', $1, true)", 'set_config() does not reach'],
  ["update runs set ended_at = case when $2 = 'done' then now() end where tenant_id = $1", 'now() within a condition'],
  ['update runs set since = coalesce(since, now()) where tenant_id = $1', 'now() within a condition'],
  [
    'insert into turns values ($1) on conflict (tenant_id) do update set at = excluded.at where turns.at <= now()',
    'now() within a condition',
  ],
  ['with t as (select 1) update runs set since = coalesce(since, now()) where tenant_id = $1', 'now() within a condition'],
  [
    'select e.seq from unnest($1::uuid[], $2::bigint[]) k (tenant_id, seq) left join events e on e.tenant_id = k.tenant_id and e.seq = k.seq',
    'a list of organisations',
  ],
  [
    "select seq from events where tenant_id = $1 and exists (select from jsonb_array_elements(payload::jsonb -> 'rows') r join accounts a on a.tenant_id = events.tenant_id)",
    'an organisation named by its row',
  ],
  [
    'select p.seq, array(select m.id from matches m where m.tenant_id = p.tenant_id and m.seq = p.seq) from unnest($2::bigint[]) n (seq) join postings p on p.tenant_id = $1 and p.seq = n.seq',
    'an organisation named by its row',
  ],
  [
    'insert into kept select l.* from jsonb_populate_recordset(null::postings, $1::jsonb) l where not exists (select from postings p where p.tenant_id = l.tenant_id and p.seq = l.seq)',
    'an organisation named by its row',
  ],
  [
    'select h.id, array(select c.by from captures c where c.tenant_id = h.tenant_id) from holds h join events e on e.tenant_id = h.tenant_id where h.tenant_id = $1',
    'an organisation named by its row',
  ],
  ['select id from checks where ended_at is null for update skip locked', 'a row lock'],
])('%s is found', (message, fault) => {
  expect(findUnspreadable(message)).toContain(fault);
});

test.each([
  "set local app.tenant_id = 'x'",
  "select set_config('search_path', 'public', true); copy postings from stdin",
  'update runs set leased_until = now() + make_interval(secs => $2) where tenant_id = $1',
  "select case when ends_at < now() then 'over' end from runs",
  'select seq from chain_heads where tenant_id = $1 for update',
  'with kept as (insert into kept values ($1) on conflict do nothing) update turns set at = now() where tenant_id = $1',
  'select e.seq from unnest($1::uuid[], $2::bigint[]) k (tenant_id, seq) join events e on e.tenant_id = k.tenant_id and e.seq = k.seq',
  "select seq from events where tenant_id = $1 and exists (select from jsonb_array_elements(payload::jsonb -> 'rows') r join accounts a on a.tenant_id = $1)",
  'select p.seq, array(select m.id from matches m where m.tenant_id = $1 and m.seq = p.seq) from unnest($2::bigint[]) n (seq) join postings p on p.tenant_id = $1 and p.seq = n.seq',
  'select seq from anchors a where tenant_id = $1 and not exists (select from prunes p where p.tenant_id = a.tenant_id and p.seq = a.seq)',
  'select h.tenant_id from chain_heads h where exists (select from events e where e.tenant_id = h.tenant_id and e.event_ts > $1)',
  'create view brought.events as select t.* from jsonb_populate_recordset(null::events, $1) t where not exists (select from events e where e.tenant_id = t.tenant_id and e.seq = t.seq)',
  'select id from mail_outbox where failed_at is null for update skip locked',
])('%s is not', (message) => {
  expect(findUnspreadable(message)).toBeNull();
});
