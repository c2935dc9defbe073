import type { Pool } from '../../connection.ts';
import type { Tx } from '../../reader.ts';
import { PAGE_BYTES_MAX } from '../../sql/page-bytes.ts';

export interface SignedHead {
  readonly seq: number;
  readonly event_hash: string;
  readonly event_ts: string;
  readonly kid: string;
  readonly signature: string;
}

export interface EventRow {
  readonly tenant_id: string;
  readonly seq: number;
  readonly event_id: string;
  readonly event_type: string;
  readonly event_ts: string;
  readonly actor_id: string;
  readonly intent_id: string | null;
  /** The canonical text that was hashed. */
  readonly payload: string;
  readonly payload_hash: string;
  readonly prev_hash: string;
  readonly event_hash: string;
  readonly signature: string | null;
  readonly hash_version: number;
  /** The first signed head at or after this event; null while its batch commits. */
  readonly head: SignedHead | null;
}

const columns =
  'tenant_id, seq, event_id, event_type, event_ts, actor_id, intent_id, payload, payload_hash, prev_hash, event_hash, signature, hash_version';

/** Which events of a log; what is null leaves none out. */
export interface EventFilter {
  /** After this seq, and up to and with that one. */
  readonly afterSeq: number | null;
  readonly toSeq: number | null;
  /** Event types that begin with one of these. */
  readonly typePrefixes: readonly string[] | null;
  /** Only intents that touch an account of this entity. */
  readonly entityId: string | null;
  readonly actorId: string | null;
}

/**
 * Executed: a posting, or a row of a hold, on one of its accounts. Held back: an account of its rows. Rejected: a row of the request
 * that names one, by id or code.
 */
const touchesEntity = `(
  exists (
    select from postings p join accounts a on a.tenant_id = p.tenant_id and a.id in (p.debit_account_id, p.credit_account_id)
    where p.tenant_id = events.tenant_id and p.seq = events.seq and a.entity_id = $5
  ) or event_type in ('intent.executed', 'hold.expired') and exists (
    select from holds h join hold_rows r on r.tenant_id = h.tenant_id and r.intent_id = h.intent_id
      join accounts a on a.tenant_id = r.tenant_id and a.id in (r.debit_account_id, r.credit_account_id)
    where h.tenant_id = events.tenant_id and events.seq in (h.placed_seq, h.closed_seq) and a.entity_id = $5
  ) or event_type in ('intent.proposed', 'intent.validated', 'intent.rejected') and exists (
    select from approvals w where w.tenant_id = events.tenant_id and w.intent_id = events.intent_id and $5 = any (w.entity_ids)
  ) or event_type = 'intent.rejected' and exists (
    select from jsonb_array_elements(payload::jsonb -> 'request' -> 'proposed_actions') r
      join accounts a on a.tenant_id = events.tenant_id and a.entity_id = $5
        and (a.id::text in (r ->> 'debitAccount', r ->> 'creditAccount') or a.code in (upper(r ->> 'debitAccount'), upper(r ->> 'creditAccount')))
  )
)`;

const matching = `tenant_id = $1 and ($2::bigint is null or seq > $2) and ($3::bigint is null or seq <= $3)
  and ($4::text[] is null or event_type ^@ any ($4)) and ($5::uuid is null or ${touchesEntity}) and ($6::text is null or actor_id = $6)`;
const valuesOf = (tenantId: string, { afterSeq, toSeq, typePrefixes, entityId, actorId }: EventFilter): unknown[] => [
  tenantId,
  afterSeq,
  toSeq,
  typePrefixes,
  entityId,
  actorId,
];

export interface EventPage {
  readonly events: readonly EventRow[];
  /** Whether there may be more behind them. */
  readonly more: boolean;
}

/** Each with the signed head that covers it. As many as the limit says, and as their payloads come to `bytesMax`; one at least, where there is one. */
export async function listEvents(
  tx: Tx,
  tenantId: string,
  filter: EventFilter,
  { limit, first, bytesMax = PAGE_BYTES_MAX }: { readonly limit: number; readonly first: 'newest' | 'oldest'; readonly bytesMax?: number },
): Promise<EventPage> {
  const order = `order by seq ${first === 'newest' ? 'desc' : 'asc'}`;
  const found = await tx.query<Omit<EventRow, 'head'> & { readonly found: number }>(
    `select ${columns}, found from (
       select *, count(*) over () as found, sum(octet_length(payload)) over (${order}) - octet_length(payload) as bytes_before
       from (select ${columns} from events where ${matching} ${order} limit $7) page
     ) page where bytes_before < $8 ${order}`,
    [...valuesOf(tenantId, filter), limit, bytesMax],
  );
  const more = found.rows.length === limit || found.rows.length < (found.rows[0]?.found ?? 0);
  const rows = found.rows.map(({ found: _, ...row }) => row);
  return { events: await withHeads(tx, tenantId, rows), more };
}

/** Those of a stretch whose type is like one of these patterns of SQL (null: any), the oldest first. */
export async function listEventsLike(
  tx: Tx,
  tenantId: string,
  { afterSeq, toSeq, types }: { readonly afterSeq: number; readonly toSeq: number; readonly types: readonly string[] | null },
  limit: number,
): Promise<readonly EventRow[]> {
  const found = await tx.query<Omit<EventRow, 'head'>>(
    `select ${columns} from events
     where tenant_id = $1 and seq > $2 and seq <= $3 and ($4::text[] is null or event_type like any ($4)) order by seq limit $5`,
    [tenantId, afterSeq, toSeq, types, limit],
  );
  return withHeads(tx, tenantId, found.rows);
}

/** How many there are; counted up to the limit. */
export async function countEvents(tx: Tx, tenantId: string, filter: EventFilter, limit: number): Promise<number> {
  const found = await tx.query<{ count: number }>(`select count(*) from (select from events where ${matching} limit $7) e`, [
    ...valuesOf(tenantId, filter),
    limit,
  ]);
  return found.rows[0]?.count ?? 0;
}

/** Where several logs end, for whoever waits for them to grow. The pool's role must see every organisation. */
export async function listHeadSeqs(pool: Pool, tenantIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const found = await pool.query<{ tenant_id: string; seq: number }>(
    'select tenant_id, seq from chain_heads where tenant_id = any($1::uuid[])',
    [tenantIds],
  );
  return new Map(found.rows.map((row) => [row.tenant_id, row.seq]));
}

/** In their order: the one that has its key first. Each kind of event of an intent has an index of its own. */
export async function listEventsOfIntent(tx: Tx, tenantId: string, intentId: string): Promise<readonly EventRow[]> {
  const found = await tx.query<Omit<EventRow, 'head'>>(
    `select ${columns} from events where tenant_id = $1 and intent_id = $2 and idem_key is not null
     union all
     select ${columns} from events where tenant_id = $1 and intent_id = $2 and idem_key is null
     order by seq`,
    [tenantId, intentId],
  );
  return withHeads(tx, tenantId, found.rows);
}

/** Those at these places of the log, in their order. */
export async function listEventsAt(tx: Tx, tenantId: string, seqs: readonly number[]): Promise<readonly EventRow[]> {
  const found = await tx.query<Omit<EventRow, 'head'>>(
    `select ${columns} from events where tenant_id = $1 and seq = any($2) order by seq`,
    [tenantId, seqs],
  );
  return withHeads(tx, tenantId, found.rows);
}

export async function findLatestPosition(tx: Tx, tenantId: string): Promise<{ readonly seq: number; readonly event_hash: string } | null> {
  const found = await tx.query<{ seq: number; event_hash: string }>('select seq, event_hash from chain_heads where tenant_id = $1', [
    tenantId,
  ]);
  return found.rows[0] ?? null;
}

/** The place of one event in the chain, or null: the log is not that long. */
export async function findPosition(
  tx: Tx,
  tenantId: string,
  seq: number,
): Promise<{ readonly seq: number; readonly event_hash: string } | null> {
  const found = await tx.query<{ seq: number; event_hash: string }>(
    'select seq, event_hash from events where tenant_id = $1 and seq = $2',
    [tenantId, seq],
  );
  return found.rows[0] ?? null;
}

/** The seq of the last event at or before an instant; 0 before the first. Halves the log: times rise with the seq, and have no index. */
export async function findSeqAt(tx: Tx, tenantId: string, instant: string): Promise<number> {
  const found = await tx.query<{ seq: number }>(
    `with recursive search (low, high) as (
       select 0::bigint, seq from chain_heads where tenant_id = $1
       union all
       select case when e.event_ts <= $2 then half.middle else half.low end, case when e.event_ts <= $2 then half.high else half.middle - 1 end
       from (select low, high, (low + high + 1) / 2 as middle from search where low < high) half
       join events e on e.tenant_id = $1 and e.seq = half.middle
     )
     select low as seq from search where low = high`,
    [tenantId, instant],
  );
  return found.rows[0]?.seq ?? 0;
}

async function withHeads(tx: Tx, tenantId: string, rows: readonly Omit<EventRow, 'head'>[]): Promise<readonly EventRow[]> {
  if (rows.length === 0) return [];
  const heads = await tx.query<SignedHead & { readonly covers: number }>(
    `select s.covers, h.seq, h.event_hash, h.event_ts, h.kid, h.signature
     from unnest($2::bigint[]) as s(covers)
     cross join lateral (
       select seq, event_hash, event_ts, kid, signature from signed_heads
       where tenant_id = $1 and seq >= s.covers order by seq limit 1
     ) h`,
    [tenantId, rows.map((r) => r.seq)],
  );
  const bySeq = new Map(heads.rows.map(({ covers, ...head }) => [covers, head]));
  return rows.map((r) => ({ ...r, head: bySeq.get(r.seq) ?? null }));
}
