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
  readonly currency: string;
  readonly value_date: string;
  readonly narrative: string;
}

/** A hold past its time is expired, whether or not the event that says so is written yet. */
const status = "case when h.status = 'open' and h.expires_at <= now() then 'expired' else h.status end";

const select = `select h.intent_id, ${status} as status, h.value_date, h.expires_at, e.event_ts as placed_at, h.placed_seq, e.actor_id,
    h.closed_seq, h.closed_by
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

/** Newest first. */
export async function listHolds(tx: Tx, tenantId: string, filter: HoldFilter): Promise<readonly HoldRow[]> {
  const found = await tx.query<Omit<HoldRow, 'rows'>>(
    `${select}
     where h.tenant_id = $1 and ($2::text is null or ${status} = $2)
       and ($3::text is null or strpos(lower(h.intent_id), lower($3)) > 0 or exists (
         select from hold_rows r join accounts a on a.tenant_id = r.tenant_id and a.id in (r.debit_account_id, r.credit_account_id)
         where r.tenant_id = h.tenant_id and r.intent_id = h.intent_id
           and (strpos(lower(a.code), lower($3)) > 0 or strpos(lower(r.narrative), lower($3)) > 0)))
       and ($4::uuid is null or exists (
         select from hold_rows r join accounts a on a.tenant_id = r.tenant_id and a.id in (r.debit_account_id, r.credit_account_id)
         where r.tenant_id = h.tenant_id and r.intent_id = h.intent_id and a.entity_id = $4))
       and ($5::bigint is null or h.placed_seq < $5)
     order by h.placed_seq desc
     limit $6`,
    [tenantId, filter.status, filter.q, filter.entityId, filter.beforeSeq, filter.limit],
  );
  return withRows(tx, tenantId, found.rows);
}

/** The hold that an intent placed, captured or voided; null where it did none of these. */
export async function findHoldOfIntent(tx: Tx, tenantId: string, intentId: string): Promise<HoldRow | null> {
  const found = await tx.query<Omit<HoldRow, 'rows'>>(`${select} where h.tenant_id = $1 and (h.intent_id = $2 or h.closed_by = $2)`, [
    tenantId,
    intentId,
  ]);
  return (await withRows(tx, tenantId, found.rows))[0] ?? null;
}

async function withRows(tx: Tx, tenantId: string, holds: readonly Omit<HoldRow, 'rows'>[]): Promise<readonly HoldRow[]> {
  if (holds.length === 0) return [];
  const found = await tx.query<HeldRow & { readonly intent_id: string }>(
    `select r.intent_id, r.line, r.debit_account_id, d.code as debit_code, r.credit_account_id, c.code as credit_code, r.amount, r.currency,
       r.value_date, r.narrative
     from hold_rows r
     join accounts d on d.tenant_id = r.tenant_id and d.id = r.debit_account_id
     join accounts c on c.tenant_id = r.tenant_id and c.id = r.credit_account_id
     where r.tenant_id = $1 and r.intent_id = any($2)
     order by r.line`,
    [tenantId, holds.map((h) => h.intent_id)],
  );
  return holds.map((h) => ({ ...h, rows: found.rows.filter((r) => r.intent_id === h.intent_id).map(({ intent_id: _, ...r }) => r) }));
}

/** Open holds past their time, of all organisations that can take the event. For the worker: the client must see every tenant. */
export async function listHoldsToExpire(
  client: Pick<Tx, 'query'>,
  limit: number,
): Promise<readonly { readonly tenant_id: string; readonly intent_id: string }[]> {
  const found = await client.query<{ tenant_id: string; intent_id: string }>(
    `select h.tenant_id, h.intent_id from holds h join tenants t on t.tenant_id = h.tenant_id
     where h.status = 'open' and h.expires_at <= now() and not t.read_only and t.archived_at is null
     order by h.expires_at
     limit $1`,
    [limit],
  );
  return found.rows;
}
