// Which intents there are, as they stand. An intent has one first event, which has its key, and keeps the place of that event in
// every list; its last event says how it stands. A call looks at a bounded stretch of the log and says where to go on.
import { findPrunedTo } from '../../pruned/read-rows.ts';
import { blocksOfPage, WINDOWS_MAX, windowBack } from '../../pruned/windows.ts';
import type { Tx } from '../../reader.ts';
import { hasReference, hasUseCase } from '../../sql/intent-payload.ts';
import { intentRows, lastEventOfIntent } from '../../sql/intent-rows.ts';
import { type MetadataAsked, placesLed, placesWith } from '../../sql/metadata.ts';
import { PAGE_BYTES_MAX } from '../../sql/page-bytes.ts';
import { lookThrough, type Stretch } from '../../sql/stretches.ts';

/** Intents that one statement looks at: with words that nothing has, some milliseconds. */
const STRETCH = 500;

/** Which intents; what is null leaves none out. Those of a row must hold for the same row. */
export interface IntentFilter {
  readonly status: 'proposed' | 'executed' | 'rejected' | null;
  readonly accountId: string | null;
  readonly entityId: string | null;
  /** Of an account's party, as it is now. */
  readonly partyId: string | null;
  readonly currency: string | null;
  /** Decimals, both ends included. */
  readonly amountFrom: string | null;
  readonly amountTo: string | null;
  /** Days, both ends included. */
  readonly valueFrom: string | null;
  readonly valueTo: string | null;
  readonly useCase: string | null;
  readonly actorId: string | null;
  /** Part of the intent id, a narrative, the consent's reference or an account code. */
  readonly q: string | null;
  /** First events after this seq, and up to and with that one. */
  readonly afterSeq: number | null;
  readonly toSeq: number | null;
  readonly metadata: MetadataAsked | null;
}

/** Leaves none out. */
export const allIntents: IntentFilter = {
  status: null,
  accountId: null,
  entityId: null,
  partyId: null,
  currency: null,
  amountFrom: null,
  amountTo: null,
  valueFrom: null,
  valueTo: null,
  useCase: null,
  actorId: null,
  q: null,
  afterSeq: null,
  toSeq: null,
  metadata: null,
};

export interface ListedIntentRow {
  readonly seq: number;
  readonly intent_id: string;
  readonly actor_id: string;
  readonly created_at: string;
  readonly event_type: string;
  /** Of its last event. */
  readonly last_seq: number;
  readonly approval_id: string | null;
  readonly rows: number;
  readonly narrative: string | null;
  readonly debit_code: string | null;
  readonly credit_code: string | null;
  /** Decimals with eight places, in the order of the rows. */
  readonly amounts: readonly { readonly currency: string; readonly amount: string }[];
  /** Of the payload of its last event. */
  readonly bytes: number;
}

const stretch = (seq: string): string => `($2::bigint is null or ${seq} > $2) and ($3::bigint is null or ${seq} <= $3)`;

/** All first events in the stretch asked for, newest first. */
const everyFirst = (columns: string): string => `select ${columns} from events
  where tenant_id = $1 and starts_with(event_type, 'intent.') and idem_key is not null and ${stretch('seq')}
  order by seq desc limit $4`;

const led = { place: 'seq', tenant: '$1', within: stretch('seq'), most: '$4' } as const;

/** First events in the stretch asked for, newest first: all of them, or those that metadata leads to. */
const firstEvents = ({ metadata }: IntentFilter): string =>
  metadata === null
    ? everyFirst('seq, event_type, intent_id, actor_id, event_ts, payload')
    : `select said.place as seq, e.event_type, e.intent_id, e.actor_id, e.event_ts, e.payload
  from (${placesWith(metadata, led)}) said
  cross join lateral (select * from events where tenant_id = $1 and seq = said.place offset 0) e
  order by said.place desc`;

/** The places that a call looks at, newest first: `place`. */
const placesLooked = ({ metadata }: IntentFilter): string => (metadata === null ? everyFirst('seq as place') : placesLed(metadata, led));

const touches = (condition: string): string =>
  `exists (select from accounts a where a.tenant_id = $1 and a.id in (r.debit, r.credit) and ${condition})`;

/** Everything but the status. */
const kept = `($5::text is null or f.actor_id = $5) and ($6::text is null or ${hasUseCase('f.payload', '$6')})
  and (not $7::boolean or exists (
    select from ${intentRows} r
    where ($8::uuid is null or $8 in (r.debit, r.credit)) and ($9::uuid is null or ${touches('a.entity_id = $9')})
      and ($10::text is null or r.currency = $10) and ($11::numeric is null or r.amount >= $11) and ($12::numeric is null or r.amount <= $12)
      and ($13::date is null or r.value_date >= $13) and ($14::date is null or r.value_date <= $14)
      and ($15::uuid is null or ${touches('a.party_id = $15')})))
  and ($16::text is null or strpos(lower(f.intent_id), lower($16)) > 0
    or ${hasReference('f.payload', '$16')}
    or exists (select from ${intentRows} r where strpos(lower(r.narrative), lower($16)) > 0 or ${touches('strpos(lower(a.code), lower($16)) > 0')}))`;

const valuesOf = (tenantId: string, scanned: number, f: IntentFilter): unknown[] => {
  const ofRows = [f.accountId, f.entityId, f.currency, f.amountFrom, f.amountTo, f.valueFrom, f.valueTo, f.partyId];
  const asksRows = ofRows.some((v) => v !== null);
  return [tenantId, f.afterSeq, f.toSeq, scanned, f.actorId, f.useCase, asksRows, ...ofRows, f.q];
};

interface Page {
  readonly limit: number;
  /** How many intents are looked at. */
  readonly scanned: number;
  /** What is beyond that of last events waits for the next page, all but one. */
  readonly bytesMax?: number;
}

/** The newest that the filter leaves. `next`: go on up to before this seq; null: there are no more. */
export async function listIntents(
  tx: Tx,
  tenantId: string,
  filter: IntentFilter,
  { limit, scanned, bytesMax = PAGE_BYTES_MAX }: Page,
): Promise<{ readonly intents: readonly ListedIntentRow[]; readonly next: number | null }> {
  const asked = { limit, scanned, each: STRETCH };
  const bringing = { most: blocksOfPage(limit), wholeIntents: true };
  const range = { after: filter.afterSeq ?? 0, through: filter.toSeq ?? Number.MAX_SAFE_INTEGER };
  let window = await windowBack(tx, tenantId, range, bringing);
  for (let n = 1; ; n++) {
    const { after, through, rest } = window;
    const { items, next } = await lookThrough<ListedIntentRow, number>(asked, null, (place, { found, ...page }) => {
      const toSeq = place === null ? through : place - 1;
      const room = found.reduce((left, row) => left - row.bytes, bytesMax);
      return readStretch(tx, tenantId, { ...filter, afterSeq: after, toSeq }, { ...page, bytesMax: room, isFirst: found.length === 0 });
    });
    // What left the database is the next page, or this one where nothing else is.
    if (items.length > 0 || next !== null || rest === null || n === WINDOWS_MAX)
      return { intents: items, next: next ?? (rest === null ? null : rest.through + 1) };
    window = await windowBack(tx, tenantId, rest, bringing);
  }
}

async function readStretch(
  tx: Tx,
  tenantId: string,
  filter: IntentFilter,
  { limit, scanned, bytesMax, isFirst }: Required<Page> & { readonly isFirst: boolean },
): Promise<Stretch<ListedIntentRow, number>> {
  const found = await tx.query<ListedIntentRow>(
    `select f.seq, f.intent_id, f.actor_id, f.event_ts as created_at, d.event_type, d.seq as last_seq, waits.id as approval_id,
       said.rows, said.narrative, said.amounts,
       (select octet_length(payload) from events where tenant_id = $1 and seq = d.seq) as bytes,
       (select code from accounts where tenant_id = $1 and id = said.debit) as debit_code,
       (select code from accounts where tenant_id = $1 and id = said.credit) as credit_code
     from (
       select f.*, d.seq as last_seq, d.event_type as last_type from (${firstEvents(filter)}) f cross join ${lastEventOfIntent}
       where ${kept} and ($17::text is null or d.event_type = 'intent.' || $17) order by f.seq desc limit $18
     ) f
     cross join lateral (select f.last_seq as seq, f.last_type as event_type) d
     left join approvals waits on waits.tenant_id = $1 and waits.intent_id = f.intent_id and waits.status = 'pending'
     cross join lateral (
       select coalesce(sum(c.rows), 0)::int as rows, (array_agg(c.narrative order by c.line))[1] as narrative,
         (array_agg(c.debit order by c.line))[1] as debit, (array_agg(c.credit order by c.line))[1] as credit,
         coalesce(jsonb_agg(jsonb_build_object('currency', c.currency, 'amount', c.amount::numeric(38, 8)::text) order by c.line), '[]') as amounts
       from (
         select r.currency, sum(r.amount) as amount, count(*) as rows, min(r.line) as line, (array_agg(r.narrative order by r.line))[1] as narrative,
           (array_agg(r.debit order by r.line))[1] as debit, (array_agg(r.credit order by r.line))[1] as credit
         from ${intentRows} r group by r.currency
       ) c
     ) said
     order by f.seq desc`,
    [...valuesOf(tenantId, scanned, filter), filter.status, limit],
  );
  let bytes = 0;
  const past = found.rows.findIndex((row, i) => {
    bytes += row.bytes;
    return !(isFirst && i === 0) && bytes > bytesMax;
  });
  const beyond = found.rows[past];
  if (beyond !== undefined) return { items: found.rows.slice(0, past), next: found.rows[past - 1]?.seq ?? beyond.seq + 1, full: true };
  const last = found.rows.at(-1);
  if (last !== undefined && found.rows.length === limit) return { items: found.rows, next: last.seq };
  return { items: found.rows, next: await findEndOfScan(tx, tenantId, filter, scanned) };
}

/** The oldest intent that such a call looks at; null where none is older. */
async function findEndOfScan(tx: Tx, tenantId: string, filter: IntentFilter, scanned: number): Promise<number | null> {
  const found = await tx.query<{ seq: number }>(`select place as seq from (${placesLooked(filter)}) f order by place desc offset $5`, [
    tenantId,
    filter.afterSeq,
    filter.toSeq,
    scanned + 1,
    scanned - 1,
  ]);
  return found.rows.length === 2 ? (found.rows[0]?.seq ?? null) : null;
}

export interface IntentSum {
  readonly event_type: string;
  /** Null: intents without rows. */
  readonly currency: string | null;
  readonly amount: string | null;
  readonly count: number;
}

export interface IntentCount {
  readonly event_type: string;
  readonly count: number;
}

/** What the filter leaves of the latest `scanned`, whatever their status, and whether these were all. */
export async function sumIntents(
  tx: Tx,
  tenantId: string,
  filter: IntentFilter,
  scanned: number,
): Promise<{ readonly counts: readonly IntentCount[]; readonly sums: readonly IntentSum[]; readonly complete: boolean }> {
  const found = await tx.query<{ counts: readonly IntentCount[]; sums: readonly IntentSum[] }>(
    `with left_over as materialized (
       select f.seq, f.intent_id, f.payload, d.seq as last_seq, d.event_type from (${firstEvents(filter)}) f cross join ${lastEventOfIntent} where ${kept}
     )
     select
       (select coalesce(jsonb_agg(c), '[]') from (select event_type, count(*) as count from left_over group by event_type) c) as counts,
       (select coalesce(jsonb_agg(s), '[]') from (
          select f.event_type, r.currency, sum(r.amount)::numeric(38, 8)::text as amount, count(distinct f.seq) as count
          from left_over f cross join lateral (select f.last_seq as seq, f.event_type) d cross join lateral ${intentRows} r
          group by f.event_type, r.currency order by r.currency
        ) s) as sums`,
    valuesOf(tenantId, scanned, filter),
  );
  const [totals] = found.rows;
  return {
    counts: totals?.counts ?? [],
    sums: totals?.sums ?? [],
    complete: (await findEndOfScan(tx, tenantId, filter, scanned)) === null && (await findPrunedTo(tx, tenantId)) <= (filter.afterSeq ?? 0),
  };
}
