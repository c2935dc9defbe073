import type { HoldStatus } from '@countinghouse/kernel/holds/state';
import type { Tx } from '../../reader.ts';

export interface HoldRow {
  readonly intent_id: string;
  readonly status: HoldStatus;
  readonly value_date: string;
  readonly expires_at: string;
  readonly placed_at: string;
  readonly placed_seq: number;
  readonly actor_id: string;
  readonly closed_seq: number | null;
  readonly closed_by: string | null;
  /** The intents that captured all or a part of it, in order. */
  readonly captured_by: readonly string[];
  readonly rows: readonly HeldRow[];
}

export interface HeldRow {
  readonly line: number;
  readonly debit_account_id: string;
  readonly debit_code: string;
  readonly credit_account_id: string;
  readonly credit_code: string;
  /** Decimal with eight places, above zero. */
  readonly amount: string;
  /** What of it is still reserved; zero once the hold is closed or past its time. */
  readonly rest: string;
  readonly currency: string;
  readonly value_date: string;
  readonly narrative: string;
}

/** A hold past its time is expired, whether or not the event that says so is written yet. `$2` is what time it is. */
const status = "case when h.status = 'open' and h.expires_at <= $2::timestamptz then 'expired' else h.status end";

const select = `select h.intent_id, ${status} as status, h.value_date, h.expires_at, e.event_ts as placed_at, h.placed_seq, e.actor_id,
    h.closed_seq, h.closed_by,
    array(select c.captured_by from hold_captures c where c.tenant_id = $1 and c.intent_id = h.intent_id order by c.seq) as captured_by
  from holds h join events e on e.tenant_id = h.tenant_id and e.seq = h.placed_seq`;

export interface HoldFilter {
  readonly status: HoldStatus | null;
  /** Part of the intent id, an account code or a narrative. */
  readonly q: string | null;
  /** Only holds that touch an account of this entity. */
  readonly entityId: string | null;
  /** Only holds placed before this event. */
  readonly beforeSeq: number | null;
  readonly limit: number;
}

/** Newest first, as they are at the instant `now`. */
export async function listHolds(tx: Tx, tenantId: string, now: string, filter: HoldFilter): Promise<readonly HoldRow[]> {
  const found = await tx.query<Omit<HoldRow, 'rows'>>(
    `${select}
     where h.tenant_id = $1 and ($3::text is null or ${status} = $3)
       and ($4::text is null or strpos(lower(h.intent_id), lower($4)) > 0 or exists (
         select from hold_rows r join accounts a on a.tenant_id = r.tenant_id and a.id in (r.debit_account_id, r.credit_account_id)
         where r.tenant_id = $1 and r.intent_id = h.intent_id
           and (strpos(lower(a.code), lower($4)) > 0 or strpos(lower(r.narrative), lower($4)) > 0)))
       and ($5::uuid is null or exists (
         select from hold_rows r join accounts a on a.tenant_id = r.tenant_id and a.id in (r.debit_account_id, r.credit_account_id)
         where r.tenant_id = $1 and r.intent_id = h.intent_id and a.entity_id = $5))
       and ($6::bigint is null or h.placed_seq < $6)
     order by h.placed_seq desc
     limit $7`,
    [tenantId, now, filter.status, filter.q, filter.entityId, filter.beforeSeq, filter.limit],
  );
  return withRows(tx, tenantId, now, found.rows);
}

/** The hold that an intent placed, captured or voided, as it is at the instant `now`; null where it did none of these. */
export async function findHoldOfIntent(tx: Tx, tenantId: string, now: string, intentId: string): Promise<HoldRow | null> {
  const found = await tx.query<Omit<HoldRow, 'rows'>>(
    `${select} where h.tenant_id = $1 and (h.intent_id = $3 or h.closed_by = $3
       or h.intent_id = (select c.intent_id from hold_captures c where c.tenant_id = $1 and c.captured_by = $3))`,
    [tenantId, now, intentId],
  );
  return (await withRows(tx, tenantId, now, found.rows))[0] ?? null;
}

async function withRows(tx: Tx, tenantId: string, now: string, holds: readonly Omit<HoldRow, 'rows'>[]): Promise<readonly HoldRow[]> {
  if (holds.length === 0) return [];
  const found = await tx.query<HeldRow & { readonly intent_id: string }>(
    `select r.intent_id, r.line, r.debit_account_id, d.code as debit_code, r.credit_account_id, c.code as credit_code, r.amount, r.currency,
       case when h.status = 'open' and h.expires_at > $2::timestamptz then r.amount - r.captured else 0 end::numeric(38, 8) as rest,
       r.value_date, r.narrative
     from hold_rows r
     join holds h on h.tenant_id = r.tenant_id and h.intent_id = r.intent_id
     join accounts d on d.tenant_id = r.tenant_id and d.id = r.debit_account_id
     join accounts c on c.tenant_id = r.tenant_id and c.id = r.credit_account_id
     where r.tenant_id = $1 and r.intent_id = any($3)
     order by r.line`,
    [tenantId, now, holds.map((h) => h.intent_id)],
  );
  return holds.map((h) => ({ ...h, rows: found.rows.filter((r) => r.intent_id === h.intent_id).map(({ intent_id: _, ...r }) => r) }));
}

/** Open holds past their time at the instant `now`, of all organisations that can take the event. For the worker: the client must see every tenant. */
export async function listHoldsToExpire(
  client: Pick<Tx, 'query'>,
  now: string,
  limit: number,
): Promise<readonly { readonly tenant_id: string; readonly intent_id: string }[]> {
  const found = await client.query<{ tenant_id: string; intent_id: string }>(
    `select h.tenant_id, h.intent_id from holds h join tenants t on t.tenant_id = h.tenant_id
     where h.status = 'open' and h.expires_at <= $1 and not t.read_only and t.archived_at is null
     order by h.expires_at
     limit $2`,
    [now, limit],
  );
  return found.rows;
}
