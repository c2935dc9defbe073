// Where logs in the database stand against what is known of them outside.

import type { Pool } from '../connection.ts';
import { readEventsAt } from '../pruned/read-rows.ts';
import type { HighWaterMark } from './mark.ts';

/** Of these marks those whose event is not in the log, or is another one there. */
export async function listMarksNotInLog(pool: Pool, marks: readonly HighWaterMark[]): Promise<readonly string[]> {
  if (marks.length === 0) return [];
  const found = await pool.query<{ tenant_id: string; seq: number; hash: string; is_outside: boolean }>(
    `select k.tenant_id, k.seq, k.hash, e.seq is null and exists (
       select from pruned_stretches s where s.tenant_id = k.tenant_id and s.last_seq >= k.seq
     ) as is_outside
     from unnest($1::uuid[], $2::bigint[], $3::text[]) k (tenant_id, seq, hash)
     left join events e on e.tenant_id = k.tenant_id and e.seq = k.seq
     where e.event_hash is distinct from k.hash`,
    [marks.map((m) => m.tenantId), marks.map((m) => m.seq), marks.map((m) => m.hash)],
  );
  const missing: string[] = [];
  for (const { tenant_id: tenantId, seq, hash, is_outside: isOutside } of found.rows) {
    const [event] = isOutside ? await readEventsAt(pool, tenantId, [seq]) : [];
    if (event?.event_hash !== hash) missing.push(tenantId);
  }
  return missing;
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
