// How far the bundles of a log are written. One process at a time is at a log: its turn is the lock on the row of the progress, and
// the pack that it wrote is noted in the transaction of that lock. Whoever dies in between leaves an object that nobody names, and the
// log to the next.

import type pg from 'pg';
import { findNow } from '../../database-now.ts';
import { inTransaction } from '../../transaction.ts';

export interface LogBehind {
  readonly tenantId: string;
  /** Where the log ended when it was looked at. */
  readonly seq: number;
}

/** Logs with events that nobody has looked at yet, and that are not waiting after a failure: the longest way behind first. Of archived organisations too. */
export async function listLogsToEvidence(pool: pg.Pool, limit: number): Promise<readonly LogBehind[]> {
  const found = await pool.query<{ tenant_id: string; seq: number }>(
    `select h.tenant_id, h.seq from chain_heads h left join evidence_progress p on p.tenant_id = h.tenant_id
     where h.seq > coalesce(p.through_seq, 0) and (p.retry_at is null or p.retry_at <= now())
     order by h.seq - coalesce(p.through_seq, 0) desc limit $1`,
    [limit],
  );
  return found.rows.map((row) => ({ tenantId: row.tenant_id, seq: row.seq }));
}

/** A pack whose content is in the object store. */
export interface KeptPack {
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly bundles: number;
  /** As it is in the content. */
  readonly index: Buffer;
}

/** Up to where the log is done with a turn, and the pack that it took; null where no event of the stretch is to have a bundle. */
export interface TurnResult {
  readonly pack: KeptPack | null;
  readonly throughSeq: number;
}

/**
 * Takes the turn at a log and notes the pack that `work` kept, together with how far it got. Answers with what `work` did; null where
 * another process has the turn. What `work` throws is thrown on, and nothing is noted.
 */
export async function takeTurn(
  pool: pg.Pool,
  tenantId: string,
  work: (afterSeq: number, client: pg.ClientBase) => Promise<TurnResult>,
): Promise<TurnResult | null> {
  await pool.query('insert into evidence_progress (tenant_id) values ($1) on conflict do nothing', [tenantId]);
  return inTransaction(pool, async (client) => {
    const found = await client.query<{ through_seq: number }>(
      'select through_seq from evidence_progress where tenant_id = $1 for update skip locked',
      [tenantId],
    );
    const [turn] = found.rows;
    if (turn === undefined) return null;
    const result = await work(turn.through_seq, client);
    if (result.pack !== null) await insertPack(client, tenantId, turn.through_seq + 1, result.throughSeq, result.pack);
    // A turn that got nowhere leaves what is known of the failures before it.
    await client.query(
      `update evidence_progress set through_seq = $2, failing_since = null, failure = null, tries = 0, retry_at = null
       where tenant_id = $1 and through_seq < $2`,
      [tenantId, result.throughSeq],
    );
    return result;
  });
}

async function insertPack(
  client: pg.ClientBase,
  tenantId: string,
  firstSeq: number,
  lastSeq: number,
  { sha256, sizeBytes, bundles, index }: KeptPack,
): Promise<void> {
  await client.query(
    'insert into evidence_packs (tenant_id, first_seq, last_seq, bundles, content_sha256, size_bytes, index) values ($1, $2, $3, $4, $5, $6, $7)',
    [tenantId, firstSeq, lastSeq, bundles, sha256, sizeBytes, index],
  );
}

// Source: decision 0039. Twice as long after each failure.
const RETRY_SECONDS_MAX = 60;

/** Notes that a turn failed, and when the next is due: after 1, 2, 4, … up to 60 seconds. */
export async function noteFailure(pool: pg.Pool, tenantId: string, code: string): Promise<void> {
  const now = await findNow(pool);
  await pool.query(
    `update evidence_progress set failing_since = coalesce(failing_since, $3::timestamptz), failure = $2, tries = tries + 1,
       retry_at = to_timestamp($4::float + least(${RETRY_SECONDS_MAX}, 2 ^ least(tries, 10)))
     where tenant_id = $1`,
    [tenantId, code, now, Date.parse(now) / 1000],
  );
}
