// Where logs in the database stand against what is known of them outside.

import type { Pool } from '../connection.ts';
import { readEventsAt } from '../pruned/read-rows.ts';
import type { HighWaterMark } from './mark.ts';

const ASKED = 'unnest($1::uuid[], $2::bigint[]) k (tenant_id, seq)';

/** Of these marks those whose event is not in the log, or is another one there. */
export async function listMarksNotInLog(pool: Pool, marks: readonly HighWaterMark[]): Promise<readonly string[]> {
  const inside = await listFor<{ event_hash: string }>(
    pool,
    marks,
    `select e.tenant_id, e.seq, e.event_hash from ${ASKED} join events e on e.tenant_id = k.tenant_id and e.seq = k.seq`,
  );
  const others = marks.filter((mark) => inside.get(placeOf(mark))?.event_hash !== mark.hash);
  const outside = await listFor(
    pool,
    others.filter((mark) => !inside.has(placeOf(mark))),
    `select distinct k.tenant_id, k.seq from ${ASKED} join pruned_stretches s on s.tenant_id = k.tenant_id and s.last_seq >= k.seq`,
  );
  const missing: string[] = [];
  for (const mark of others) {
    const [event] = outside.has(placeOf(mark)) ? await readEventsAt(pool, mark.tenantId, [mark.seq]) : [];
    if (event?.event_hash !== mark.hash) missing.push(mark.tenantId);
  }
  return missing;
}

const placeOf = ({ tenantId, seq }: Pick<HighWaterMark, 'tenantId' | 'seq'>): string => `${tenantId} ${seq}`;

/** What a statement finds for marks, by their places. */
async function listFor<T extends object>(pool: Pool, marks: readonly HighWaterMark[], sql: string): Promise<ReadonlyMap<string, T>> {
  if (marks.length === 0) return new Map();
  const found = await pool.query<T & { tenant_id: string; seq: number }>(sql, [marks.map((m) => m.tenantId), marks.map((m) => m.seq)]);
  return new Map(found.rows.map((row) => [placeOf({ tenantId: row.tenant_id, seq: row.seq }), row]));
}

/** The last event of a log that is not later than an instant; 0 where there is none. Reads from the end of the log. */
export async function findLastSeqUntil(pool: Pool, tenantId: string, ts: string): Promise<number> {
  const found = await pool.query<{ seq: number }>(
    'select seq from events where tenant_id = $1 and event_ts <= $2 order by seq desc limit 1',
    [tenantId, ts],
  );
  return found.rows[0]?.seq ?? 0;
}

/** Whether an owner accepted the loss of the event that a mark names. */
export async function isLossAccepted(pool: Pool, { tenantId, seq, ts }: HighWaterMark): Promise<boolean> {
  const found = await pool.query<{ payload: string }>(
    "select payload from events where tenant_id = $1 and event_type = 'ledger.loss_accepted'",
    [tenantId],
  );
  return found.rows.some(({ payload }) => {
    const accepted = JSON.parse(payload) as { readonly lost_from: number; readonly lost_to: number; readonly mark_ts: string };
    // What came into the log after it was accepted is later than what was lost, and has the same seqs.
    return accepted.lost_from <= seq && seq <= accepted.lost_to && ts <= accepted.mark_ts;
  });
}

/** The public part of a chain key as the database has it, JSON; null where it does not know that key. */
export async function findPublicJwk(pool: Pool, tenantId: string, kid: string): Promise<object | null> {
  const found = await pool.query<{ public_jwk: string }>(
    "select public_jwk from signing_keys where tenant_id = $1 and kid = $2 and purpose = 'chain'",
    [tenantId, kid],
  );
  const text = found.rows[0]?.public_jwk;
  return text === undefined ? null : (JSON.parse(text) as object);
}
