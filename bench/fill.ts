// Fills the books of an organisation set by set, as the writer would have left them: so many postings over a year that the writer goes on
// from there. Event payloads are empty and hashes are those of nothing: neither reading balances nor posting looks at them.

import { GENESIS_HASH } from '@countinghouse/kernel/chain/event-hash';
import { connect, type Where } from '@countinghouse/store/connection';
import { NO_ENTITY } from '@countinghouse/store/days';
import { EVENTS_AN_ACCOUNT, EVENTS_BETWEEN_MIN, marksOfPostings } from '@countinghouse/store/marks';
import { type Books, makeBooks, type TestLedger } from '@countinghouse/testkit/books';
import type pg from 'pg';

export const ENTITIES = 4;
export const FIRST_DAY = '2025-01-01';
export const DAYS = 365;

/** Metadata of one intent in so many. */
const WITH_METADATA_EVERY = 100;
const FILLED_KEY = 'team';
const FILLED_VALUE = 'treasury';
export const filledMetadata = { [FILLED_KEY]: FILLED_VALUE };
/** The first is E1. */
export const entityIds = Array.from({ length: ENTITIES }, (_, i) => `e0000000-0000-4000-8000-00000000000${i + 1}`);

export interface Size {
  readonly accounts: number;
  readonly postings: number;
}

export interface Filled {
  readonly books: Books;
  readonly size: Size;
  readonly lastSeq: number;
}

/** An organisation whose accounts belong to entities, and so many postings between them over a year. */
export async function fill(where: Where, t: TestLedger, size: Size): Promise<Filled> {
  const books = await makeBooks(t, size.accounts);
  // One that waits as long as it takes.
  const client = await connect(where, 'login', { statement_timeout: 0 });
  try {
    await client.query("set work_mem = '256MB'; set maintenance_work_mem = '512MB'; set synchronous_commit = off");
    const head = await client.query<{ seq: number }>('select seq from chain_heads where tenant_id = $1', [books.tenantId]);
    const before = head.rows[0]?.seq ?? 0;
    await withoutIndexes(client, () => fillBooks(client, books, before, size));
    // As the database itself does with tables that have been there for a while.
    for (const table of [
      'events',
      'postings',
      'account_days',
      'gl_days',
      'entity_days',
      'account_months',
      'account_marks',
      'accounts',
      'metadata',
    ])
      await client.query(`vacuum analyze ${table}`);
    // The pages of indexes that were made just now are in the log of the database whole; those of a ledger that grew are not.
    await client.query('checkpoint');
    // What the writer had in memory is not what is stored any more.
    t.ledger.reload(books.tenantId);
    return { books, size, lastSeq: before + size.postings };
  } finally {
    await client.end();
  }
}

/** Rows come in several times as fast without the indexes that follow no order of theirs; these are made again afterwards. */
async function withoutIndexes(client: pg.ClientBase, work: () => Promise<void>): Promise<void> {
  const { rows: indexes } = await client.query<{ name: string; text: string }>(
    `select indexname as name, indexdef as text from pg_indexes
     where schemaname = 'public' and tablename in ('events', 'postings', 'account_days')
       and not exists (select from pg_constraint where conname = indexname)`,
  );
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  await work();
  for (const { text } of indexes) await client.query(text);
}

async function fillBooks(client: pg.ClientBase, { tenantId }: Books, before: number, { accounts, postings }: Size): Promise<void> {
  await client.query('begin');
  await client.query(
    'create temp table numbered on commit drop as select id, entity_id, row_number() over (order by id) - 1 as n from accounts where tenant_id = $1',
    [tenantId],
  );
  await client.query(
    `insert into entities (tenant_id, id, code, name, base_currency, created_at)
     select $1, id::uuid, 'E' || n, 'Entity ' || n, 'USD', now() from unnest($2::text[]) with ordinality as e(id, n)`,
    [tenantId, entityIds],
  );
  await client.query('update numbered set entity_id = ($1::text[])[n % $2 + 1]::uuid', [entityIds, ENTITIES]);
  // One in four is on the first account. Of the others nine in ten stay within an entity, and their first side is drawn evenly.
  await client.query(
    `create temp table drawn on commit drop as
     select i, case when i % 4 = 0 then 0 else (i * 7919) % $2 end as d,
       case when i % 4 = 0 then 1 + (i * 7919) % ($2 - 1)
         else ((i * 7919) % $2 + case when i % 10 = 1 then 1 + i % 3 else $3 * (1 + (i * 31) % ($2 / $3 - 1)) end) % $2 end as c,
       (1 + i % 100000)::numeric / 100 as amount, $4::date + ((i * $5) / ($1 + 1))::int as value_date
     from generate_series(1::bigint, $1::bigint) i`,
    [postings, accounts, ENTITIES, FIRST_DAY, DAYS],
  );
  await client.query(
    `create temp table side on commit drop as
     select i, a, sum(x) over (partition by a order by i) as after
     from (select i, d as a, amount as x from drawn union all select i, c, -amount from drawn) s`,
  );
  await client.query(
    `insert into postings (tenant_id, seq, line, debit_account_id, credit_account_id, amount, currency, value_date, narrative,
       debit_balance_after, credit_balance_after)
     select $1, $2 + p.i, 1, da.id, ca.id, p.amount, 'USD', p.value_date, 'Invoice 2026-004711', ds.after, cs.after
     from drawn p join numbered da on da.n = p.d join numbered ca on ca.n = p.c
     join side ds on ds.i = p.i and ds.a = p.d join side cs on cs.i = p.i and cs.a = p.c
     order by p.i`,
    [tenantId, before],
  );
  await client.query(
    `insert into events (tenant_id, seq, event_id, event_type, event_ts, actor_id, idem_key, intent_id, payload, payload_hash, prev_hash, event_hash, hash_version)
     select $1, $2 + i, gen_random_uuid(), 'intent.executed', now(), 'x', gen_random_uuid(), gen_random_uuid(), '{}', '', '', '', 1
     from generate_series(1::bigint, $3::bigint) i`,
    [tenantId, before, postings],
  );
  await client.query(
    `insert into account_days (tenant_id, account_id, value_date, debits, credits)
     select $1, n.id, s.value_date, sum(s.debit), sum(s.credit)
     from (select d as a, value_date, amount as debit, 0 as credit from drawn union all select c, value_date, 0, amount from drawn) s
     join numbered n on n.n = s.a group by n.id, s.value_date
     order by s.value_date, n.id`,
    [tenantId],
  );
  await client.query(
    `insert into gl_days (tenant_id, gl_account_id, entity_id, currency, value_date, debits, credits)
     select $1, a.gl_account_id, n.entity_id, 'USD', d.value_date, sum(d.debits), sum(d.credits)
     from account_days d join numbered n on n.id = d.account_id join accounts a on a.tenant_id = $1 and a.id = d.account_id
     where d.tenant_id = $1 group by a.gl_account_id, n.entity_id, d.value_date order by d.value_date`,
    [tenantId],
  );
  await client.query(
    `insert into entity_days (tenant_id, debit_entity_id, credit_entity_id, currency, value_date, amount)
     select $1, coalesce(da.entity_id, '${NO_ENTITY}'), coalesce(ca.entity_id, '${NO_ENTITY}'), 'USD', p.value_date, sum(p.amount)
     from drawn p join numbered da on da.n = p.d join numbered ca on ca.n = p.c
     where da.entity_id is distinct from ca.entity_id group by da.entity_id, ca.entity_id, p.value_date`,
    [tenantId],
  );
  await client.query(
    `update accounts a set balance = s.balance, entity_id = s.entity_id
     from (select n.id, n.entity_id, coalesce(sum(v.x), 0) as balance
       from numbered n left join (select d as a, amount as x from drawn union all select c, -amount from drawn) v on v.a = n.n
       group by n.id, n.entity_id) s
     where a.tenant_id = $1 and a.id = s.id`,
    [tenantId],
  );
  await client.query(
    `insert into account_months (tenant_id, month, account_id, net)
     select $1, date_trunc('month', value_date::timestamp)::date as month, account_id, sum(debits - credits)
     from account_days where tenant_id = $1 group by month, account_id order by month, account_id`,
    [tenantId],
  );
  await client.query(
    `insert into metadata (tenant_id, subject, subject_id, key, value, seq, executed_seq)
     select $1, 'intent', e.intent_id, '${FILLED_KEY}', '${FILLED_VALUE}', e.seq, e.seq
     from events e where e.tenant_id = $1 and e.seq > $2 and e.seq % ${WITH_METADATA_EVERY} = 0 order by e.seq`,
    [tenantId, before],
  );
  const apart = Math.max(EVENTS_BETWEEN_MIN, EVENTS_AN_ACCOUNT * accounts);
  const marks = Array.from({ length: Math.floor((before + postings) / apart) }, (_, i) => (i + 1) * apart);
  for (const sql of marksOfPostings(tenantId, marks)) await client.query(sql);
  await client.query('update days_summed set through_seq = $2 where tenant_id = $1', [tenantId, before + postings]);
  await client.query('update chain_heads set seq = seq + $2, event_hash = $3 where tenant_id = $1', [tenantId, postings, GENESIS_HASH]);
  await client.query('commit');
}
