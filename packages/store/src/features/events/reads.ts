import { readInstant } from '@countinghouse/kernel/time/instant';
import type { Pool } from '../../connection.ts';
import { listBlocksBetween, readBlocks, TooFarPruned } from '../../pruned/read-rows.ts';
import { thawIntent, thawSeqs } from '../../pruned/thaw.ts';
import { type Range, windowBack, windowOn } from '../../pruned/windows.ts';
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
 * that names one, by id or code. The organisation is $1.
 */
const touchesEntity = `(
  exists (
    select from postings p join accounts a on a.tenant_id = p.tenant_id and a.id in (p.debit_account_id, p.credit_account_id)
    where p.tenant_id = $1 and p.seq = events.seq and a.entity_id = $5
  ) or event_type in ('intent.executed', 'hold.expired') and exists (
    select from holds h join hold_rows r on r.tenant_id = h.tenant_id and r.intent_id = h.intent_id
      join accounts a on a.tenant_id = r.tenant_id and a.id in (r.debit_account_id, r.credit_account_id)
    where h.tenant_id = $1 and events.seq in (h.placed_seq, h.closed_seq) and a.entity_id = $5
  ) or event_type in ('intent.proposed', 'intent.validated', 'intent.rejected') and exists (
    select from approvals w where w.tenant_id = $1 and w.intent_id = events.intent_id and $5 = any (w.entity_ids)
  ) or event_type = 'intent.rejected' and exists (
    select from jsonb_array_elements(payload::jsonb -> 'request' -> 'proposed_actions') r
      join accounts a on a.tenant_id = $1 and a.entity_id = $5
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

interface PageAsked {
  readonly limit: number;
  readonly first: 'newest' | 'oldest';
  readonly bytesMax?: number;
}

/** Each with the signed head that covers it. As many as the limit says, and as their payloads come to `bytesMax`; one at least, where there is one. */
export const listEvents = (tx: Tx, tenantId: string, filter: EventFilter, asked: PageAsked): Promise<EventPage> =>
  listPage(tx, tenantId, filter, asked, matching, ({ after, through }) =>
    valuesOf(tenantId, { ...filter, afterSeq: after, toSeq: through }),
  );

/** Those that `wanted` says, of a window after the other; `valuesOf` has its values. */
async function listPage(
  tx: Tx,
  tenantId: string,
  stretch: Pick<EventFilter, 'afterSeq' | 'toSeq'>,
  { limit, first, bytesMax = PAGE_BYTES_MAX }: PageAsked,
  wanted: string,
  valuesOf: (window: Range) => readonly unknown[],
): Promise<EventPage> {
  const order = `order by seq ${first === 'newest' ? 'desc' : 'asc'}`;
  const rows: Omit<EventRow, 'head'>[] = [];
  let more = false;
  await eachWindow(tx, tenantId, stretch, first, async (range) => {
    const bytes = rows.reduce((sum, row) => sum + Buffer.byteLength(row.payload), 0);
    if (bytes >= bytesMax) {
      more = true;
      return true;
    }
    const most = limit - rows.length;
    const values = valuesOf(range);
    const found = await tx.query<Omit<EventRow, 'head'> & { readonly found: number }>(
      `select ${columns}, found from (
         select *, count(*) over () as found, sum(octet_length(payload)) over (${order}) - octet_length(payload) as bytes_before
         from (select ${columns} from events where ${wanted} ${order} limit $${values.length + 1}) page
       ) page where bytes_before < $${values.length + 2} ${order}`,
      [...values, most, bytesMax - bytes],
    );
    more = found.rows.length === most || found.rows.length < (found.rows[0]?.found ?? 0);
    rows.push(...found.rows.map(({ found: _, ...row }) => row));
    return more;
  });
  return { events: await withHeads(tx, tenantId, rows), more };
}

/** So many windows are looked through for one page. */
const WINDOWS_MAX = 50;

/** Looks at a stretch of the log, wherever its rows are, until `look` has what it wants. Throws TooFarPruned. */
async function eachWindow(
  tx: Tx,
  tenantId: string,
  { afterSeq, toSeq }: Pick<EventFilter, 'afterSeq' | 'toSeq'>,
  first: 'newest' | 'oldest',
  look: (range: Range) => Promise<boolean>,
): Promise<void> {
  let range: Range | null = { after: afterSeq ?? 0, through: toSeq ?? Number.MAX_SAFE_INTEGER };
  for (let n = 0; range !== null; n += 1) {
    if (n > WINDOWS_MAX) throw new TooFarPruned('more of what left the database than one call reads');
    const { rest, ...window } = await (first === 'newest' ? windowBack : windowOn)(tx, tenantId, range);
    if (await look(window)) return;
    range = rest;
  }
}

/** Those of a stretch whose type is like one of these patterns of SQL (null: any), the oldest first. */
export const listEventsLike = (
  tx: Tx,
  tenantId: string,
  { types, ...stretch }: { readonly afterSeq: number; readonly toSeq: number; readonly types: readonly string[] | null },
  asked: Omit<PageAsked, 'first'>,
): Promise<EventPage> =>
  listPage(
    tx,
    tenantId,
    stretch,
    { ...asked, first: 'oldest' },
    'tenant_id = $1 and seq > $2 and seq <= $3 and ($4::text[] is null or event_type like any ($4))',
    ({ after, through }) => [tenantId, after, through, types],
  );

/** How many there are; counted up to the limit. */
export async function countEvents(tx: Tx, tenantId: string, filter: EventFilter, limit: number): Promise<number> {
  let count = 0;
  await eachWindow(tx, tenantId, filter, 'newest', async ({ after, through }) => {
    const found = await tx.query<{ count: number }>(`select count(*) from (select from events where ${matching} limit $7) e`, [
      ...valuesOf(tenantId, { ...filter, afterSeq: after, toSeq: through }),
      limit - count,
    ]);
    count += found.rows[0]?.count ?? 0;
    return count === limit;
  });
  return count;
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
  const ask = () =>
    tx.query<Omit<EventRow, 'head'> & { readonly has_key: boolean }>(
      `select ${columns}, true as has_key from events where tenant_id = $1 and intent_id = $2 and idem_key is not null
       union all
       select ${columns}, false from events where tenant_id = $1 and intent_id = $2 and idem_key is null
       order by seq`,
      [tenantId, intentId],
    );
  let { rows } = await ask();
  if (!rows.some((row) => row.has_key) && (await thawIntent(tx, tenantId, intentId))) ({ rows } = await ask());
  return withHeads(
    tx,
    tenantId,
    rows.map(({ has_key: _, ...row }) => row),
  );
}

/** Those at these places of the log, in their order. */
export async function listEventsAt(tx: Tx, tenantId: string, seqs: readonly number[]): Promise<readonly EventRow[]> {
  const ask = () =>
    tx.query<Omit<EventRow, 'head'>>(`select ${columns} from events where tenant_id = $1 and seq = any($2) order by seq`, [tenantId, seqs]);
  let { rows } = await ask();
  const found = new Set(rows.map(({ seq }) => seq));
  const missing = seqs.filter((seq) => !found.has(seq));
  if (missing.length > 0 && (await thawSeqs(tx, tenantId, missing))) ({ rows } = await ask());
  return withHeads(tx, tenantId, rows);
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
  const ask = () =>
    tx.query<{ seq: number; event_hash: string }>('select seq, event_hash from events where tenant_id = $1 and seq = $2', [tenantId, seq]);
  let { rows } = await ask();
  if (rows.length === 0 && (await thawSeqs(tx, tenantId, [seq]))) ({ rows } = await ask());
  return rows[0] ?? null;
}

/** The seq of the last event at or before an instant; 0 before the first. Halves the log: times rise with the seq, and have no index. */
export async function findSeqAt(tx: Tx, tenantId: string, instant: string): Promise<number> {
  const found = await tx.query<{ seq: number; at_pruned: boolean }>(
    `with recursive search (low, high) as (
       select coalesce((select max(last_seq) from pruned_stretches where tenant_id = $1), 0), seq from chain_heads where tenant_id = $1
       union all
       select case when e.event_ts <= $2 then half.middle else half.low end, case when e.event_ts <= $2 then half.high else half.middle - 1 end
       from (select low, high, (low + high + 1) / 2 as middle from search where low < high) half
       join events e on e.tenant_id = $1 and e.seq = half.middle
     )
     select low as seq, low = coalesce((select max(last_seq) from pruned_stretches where tenant_id = $1), 0) as at_pruned
     from search where low = high`,
    [tenantId, instant],
  );
  const [at] = found.rows;
  if (at === undefined) return 0;
  return at.at_pruned && at.seq > 0 ? findPrunedSeqAt(tx, tenantId, instant, at.seq) : at.seq;
}

/** The same among what left the database up to a seq. Times rise with the seq: the block is found by the time of its first event. */
async function findPrunedSeqAt(tx: Tx, tenantId: string, instant: string, prunedTo: number): Promise<number> {
  const found = await tx.query<{ first_seq: number; first_ts: string; last_seq: number }>(
    'select first_seq, first_ts, last_seq from pruned_blocks where tenant_id = $1 and first_ts <= $2 order by first_seq desc limit 1',
    [tenantId, instant],
  );
  const [block] = found.rows;
  if (block === undefined) return 0;
  const [place] = await listBlocksBetween(tx, tenantId, { after: block.first_seq - 1, through: block.last_seq }, 1);
  const [rows] = place === undefined ? [] : await readBlocks(tx, tenantId, [place], ['events']);
  const last = rows?.events.findLast((event) => readInstant(event.event_ts) <= readInstant(instant));
  return Math.min(last?.seq ?? 0, prunedTo);
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
