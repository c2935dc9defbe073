// Rows of intents leave the database, in one transaction with what says where they are from then on. What is still worked with stays: whatever is no intent,
// and intents that are not over.

import type pg from 'pg';
import type { Tx } from '../reader.ts';
import { bindTo } from '../reader.ts';
import { leavingTypes, type StretchIndex } from './stretch.ts';

/** Their whole intent leaves. */
const intentTypes = `(${leavingTypes.map((type) => `'${type}'`).join(', ')})`;
const ROWS_A_WRITE = 1000;

export interface Stretch {
  readonly tenantId: string;
  readonly first: number;
  readonly last: number;
  /** `YYYY-MM-DD`: what is posted to this day or a later one stays. */
  readonly before: string;
}

export interface Left {
  readonly events: number;
  readonly postings: number;
  readonly heads: number;
}

/**
 * How far a log can be pruned before a day: up to its last anchor that is kept outside of the database and that the log records, all of whose events were written before it, whose days are summed
 * and whose evidence is kept, and that interest has seen.
 */
export async function findLastAnchorBefore(tx: Tx, tenantId: string, before: string): Promise<number> {
  const found = await tx.query<{ to_seq: number | null }>(
    `select max(a.to_seq) as to_seq from anchors a
     join chain_heads h on h.tenant_id = a.tenant_id and h.seq > a.to_seq
     join days_summed d on d.tenant_id = a.tenant_id and d.through_seq >= a.to_seq
     join recorded_anchors r on r.tenant_id = a.tenant_id and r.to_seq >= a.to_seq
     where a.tenant_id = $1 and a.anchored_at is not null
       and (select event_ts from events where tenant_id = $1 and seq = a.to_seq) < ($2::date)::timestamp at time zone 'utc'
       and exists (select from evidence_progress v where v.tenant_id = $1 and v.through_seq >= a.to_seq)
       and not exists (select from interest_accounts i where i.tenant_id = $1 and i.next_on is not null and i.known_at < a.to_seq)`,
    [tenantId, before],
  );
  return found.rows[0]?.to_seq ?? 0;
}

/** What would leave. */
export async function countLeaving(tx: Tx, stretch: Stretch): Promise<Left> {
  const found = await tx.query<{ events: number; postings: number; heads: number }>(
    `with leaving as (${leaving})
     select (select count(*) from leaving) as events,
       (select count(*) from leaving join postings p on p.tenant_id = $1 and p.seq = leaving.seq) as postings,
       (select count(*) from signed_heads where tenant_id = $1 and seq >= $2 and seq < $3) as heads`,
    valuesOf(stretch),
  );
  return found.rows[0] ?? { events: 0, postings: 0, heads: 0 };
}

const valuesOf = ({ tenantId, first, last, before }: Stretch): unknown[] => [tenantId, first, last, before];

/**
 * Seqs of the events that leave: of intents that ended within the stretch, all of whose postings count before the day, that no hold, approval, year end or
 * letter that could not be delivered refers to, and whose postings to accounts of banks are matched. The leaves behind the last full tile of the tree stay: roots
 * are made of them. $1 to $4 are the stretch.
 */
const leaving = `
  with bound as materialized (
    select least($3::bigint, coalesce((select 256 * (max(index) + 1) from merkle_tiles where tenant_id = $1 and level = 0), 0)) as seq
  ), own as materialized (
    select e.seq, e.intent_id from events e where e.tenant_id = $1 and e.seq >= $2 and e.seq <= (select seq from bound) and e.event_type in ${intentTypes}
  ), staying as materialized (
    select intent_id from events where tenant_id = $1 and event_type in ${intentTypes} and (seq < $2 or seq > (select seq from bound))
    union all
    select own.intent_id from own join postings p on p.tenant_id = $1 and p.seq = own.seq
    where p.value_date >= $4::date or exists (
      select from recon_sources s where s.tenant_id = $1 and s.account_id in (p.debit_account_id, p.credit_account_id) and not exists (
        select from recon_postings m where m.tenant_id = $1 and m.account_id = s.account_id and m.seq = p.seq and m.line = p.line
      )
    )
    union all select own.intent_id from own join house_days d on d.tenant_id = $1 and d.seq = own.seq
    union all select own.intent_id from own join audit_dead_letters l on l.tenant_id = $1 and l.seq = own.seq
    union all select intent_id from holds where tenant_id = $1
    union all select closed_by from holds where tenant_id = $1 and closed_by is not null
    union all select intent_id from approvals where tenant_id = $1 and status = 'pending' and intent_id is not null
  )
  select own.seq from own where not exists (select from staying where staying.intent_id = own.intent_id)`;

/**
 * Takes the rows of a stretch out of the database, and says where they are: the object of the event `log.pruned` that says so. The client must own the
 * schema. All of it or nothing; nobody who posts waits for it.
 */
export async function takeOut(client: pg.ClientBase, stretch: Stretch, index: StretchIndex): Promise<Left> {
  const { tenantId, first, last } = stretch;
  await client.query('begin');
  try {
    await client.query('set local statement_timeout = 0');
    await client.query("set local work_mem = '256MB'");
    await client.query(bindTo('app.tenant_id', tenantId));
    await client.query(`create temporary table leaving (seq bigint primary key) on commit drop`);
    await client.query(`insert into leaving ${leaving}`, valuesOf(stretch));
    await client.query('analyze leaving');
    await writeIndex(client, stretch, index);
    await client.query(
      `insert into pruned_days (tenant_id, account_id, value_date, debits, credits, postings)
       select $1, account_id, value_date, sum(debit), sum(credit), count(*) from (
         select p.debit_account_id as account_id, p.value_date, p.amount as debit, 0 as credit from postings p join leaving using (seq) where p.tenant_id = $1
         union all
         select p.credit_account_id, p.value_date, 0, p.amount from postings p join leaving using (seq) where p.tenant_id = $1
       ) side group by account_id, value_date
       on conflict (tenant_id, account_id, value_date) do update set debits = pruned_days.debits + excluded.debits,
         credits = pruned_days.credits + excluded.credits, postings = pruned_days.postings + excluded.postings`,
      [tenantId],
    );
    await client.query(
      `insert into pruned_actors (tenant_id, actor_id, stretch_seq, events)
       select $1, e.actor_id, $2, count(*) from events e join leaving using (seq) where e.tenant_id = $1 group by e.actor_id`,
      [tenantId, first],
    );
    // The head at an anchor stays: what is looked up of an event that left is the next one behind it.
    await client.query(
      `insert into pruned_heads (tenant_id, to_seq, heads)
       select $1, a.to_seq, count(s.seq) from (
         select to_seq, coalesce(lag(to_seq) over (order by to_seq), 0) as before from anchors where tenant_id = $1
       ) a join signed_heads s on s.tenant_id = $1 and s.seq > a.before and s.seq <= a.to_seq
       where a.to_seq >= $2 and a.to_seq <= $3 and s.seq < $3 group by a.to_seq`,
      [tenantId, first, last],
    );
    const heads = await client.query('delete from signed_heads where tenant_id = $1 and seq >= $2 and seq < $3', [tenantId, first, last]);
    const postings = await client.query('delete from postings p using leaving where p.tenant_id = $1 and p.seq = leaving.seq', [tenantId]);
    const events = await client.query('delete from events e using leaving where e.tenant_id = $1 and e.seq = leaving.seq', [tenantId]);
    const left = { events: events.rowCount ?? 0, postings: postings.rowCount ?? 0, heads: heads.rowCount ?? 0 };
    await client.query(
      `insert into pruned_stretches (tenant_id, first_seq, last_seq, last_ts, events, postings, heads)
       select $1, $2, $3, (select event_ts from signed_heads where tenant_id = $1 and seq >= $3 order by seq limit 1), $4, $5, $6`,
      [tenantId, first, last, left.events, left.postings, left.heads],
    );
    await client.query('commit');
    return left;
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

/** Gives the room of what left back to the disk. Tables are locked one after the other while what stayed of them is written anew. */
export async function compact(client: pg.ClientBase): Promise<void> {
  await client.query("set lock_timeout = '30s'");
  for (const table of ['postings', 'signed_heads', 'events']) await client.query(`vacuum (full, analyze) ${table}`);
}

async function writeIndex(client: pg.ClientBase, { tenantId, first }: Stretch, { blocks, accounts, keys }: StretchIndex): Promise<void> {
  for (const some of chunksOf(blocks))
    await client.query(
      `insert into pruned_blocks (tenant_id, stretch_seq, first_seq, last_seq, first_ts, first_value_date, last_value_date, byte_offset, event_bytes, posting_bytes, sha256)
       select $1, $2, * from unnest($3::bigint[], $4::bigint[], $5::timestamptz[], $6::date[], $7::date[], $8::bigint[], $9::int[], $10::int[], $11::bytea[])`,
      [
        tenantId,
        first,
        some.map((b) => b.firstSeq),
        some.map((b) => b.lastSeq),
        some.map((b) => b.firstTs),
        some.map((b) => b.firstValueDate),
        some.map((b) => b.lastValueDate),
        some.map((b) => b.offset),
        some.map((b) => b.eventBytes),
        some.map((b) => b.postingBytes),
        some.map((b) => b.sha256),
      ],
    );
  for (const some of chunksOf([...accounts]))
    await client.query(
      `insert into pruned_accounts (tenant_id, account_id, stretch_seq, blocks)
       select $1, a.id, $2, array(select jsonb_array_elements_text(a.blocks::jsonb)::bigint) from unnest($3::uuid[], $4::text[]) as a (id, blocks)`,
      [tenantId, first, some.map(([id]) => id), some.map(([, seqs]) => JSON.stringify(seqs))],
    );
  for (const some of chunksOf(keys.buckets()))
    await client.query(
      `insert into pruned_keys (tenant_id, bucket, entries) select $1, * from unnest($2::int[], $3::bytea[])
       on conflict (tenant_id, bucket) do update set entries = pruned_keys.entries || excluded.entries`,
      [tenantId, some.map((b) => b.bucket), some.map((b) => b.entries)],
    );
}

function* chunksOf<T>(rows: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < rows.length; at += ROWS_A_WRITE) yield rows.slice(at, at + ROWS_A_WRITE);
}
