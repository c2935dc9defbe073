// How far the bundles of a log are written. One process at a time is at a log: its turn is the lock on the row of the progress, and
// what it wrote is noted in the transaction of that lock. Whoever dies in between leaves objects that nobody names, and the log to the next.

import { randomUUID } from 'node:crypto';
import type pg from 'pg';

/** Logs with events that nobody has looked at yet, and that are not waiting after a failure. Of archived organisations too. */
export async function listLogsToEvidence(pool: pg.Pool, limit: number): Promise<readonly string[]> {
  const found = await pool.query<{ tenant_id: string }>(
    `select h.tenant_id from chain_heads h left join evidence_progress p on p.tenant_id = h.tenant_id
     where h.seq > coalesce(p.through_seq, 0) and (p.retry_at is null or p.retry_at <= now())
     limit $1`,
    [limit],
  );
  return found.rows.map((row) => row.tenant_id);
}

/** A bundle whose content is in the object store. */
export interface KeptBundle {
  readonly eventSeq: number;
  readonly intentId: string | null;
  readonly name: string;
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly contentType: string;
  readonly metadata: object;
}

/** What a turn came to: the bundles to note, and up to where the log is done with them. */
export interface TurnResult {
  readonly bundles: readonly KeptBundle[];
  readonly throughSeq: number;
}

/**
 * Takes the turn at a log and notes what `work` kept, together with how far it got. Answers how many bundles were new; null where
 * another process has the turn. What `work` throws is thrown on, and nothing is noted.
 */
export async function takeTurn(
  pool: pg.Pool,
  tenantId: string,
  work: (afterSeq: number, client: pg.ClientBase) => Promise<TurnResult>,
): Promise<number | null> {
  await pool.query('insert into evidence_progress (tenant_id) values ($1) on conflict do nothing', [tenantId]);
  const client = await pool.connect();
  try {
    await client.query('begin');
    const found = await client.query<{ through_seq: number }>(
      'select through_seq from evidence_progress where tenant_id = $1 for update skip locked',
      [tenantId],
    );
    const [turn] = found.rows;
    let count: number | null = null;
    if (turn !== undefined) {
      const { bundles, throughSeq } = await work(turn.through_seq, client);
      count = await insertBundles(client, tenantId, bundles);
      // A turn that got nowhere leaves what is known of the failures before it.
      await client.query(
        `update evidence_progress set through_seq = $2, failing_since = null, failure = null, tries = 0, retry_at = null
         where tenant_id = $1 and through_seq < $2`,
        [tenantId, throughSeq],
      );
    }
    await client.query('commit');
    client.release();
    return count;
  } catch (error) {
    await client.query('rollback').then(
      () => client.release(),
      () => client.release(true),
    );
    throw error;
  }
}

async function insertBundles(client: pg.ClientBase, tenantId: string, bundles: readonly KeptBundle[]): Promise<number> {
  if (bundles.length === 0) return 0;
  const inserted = await client.query(
    `insert into evidence (tenant_id, id, event_seq, intent_id, name, content_sha256, content_type, size_bytes, metadata)
     select $1, b.id::uuid, b.event_seq, b.intent_id, b.name, b.content_sha256, b.content_type, b.size_bytes, b.metadata
     from jsonb_to_recordset($2) as b(
       id text, event_seq bigint, intent_id text, name text, content_sha256 text, content_type text, size_bytes bigint, metadata jsonb)
     on conflict (tenant_id, event_seq) do nothing`,
    [
      tenantId,
      JSON.stringify(
        bundles.map((b) => ({
          id: randomUUID(),
          event_seq: b.eventSeq,
          intent_id: b.intentId,
          name: b.name,
          content_sha256: b.sha256,
          content_type: b.contentType,
          size_bytes: b.sizeBytes,
          metadata: b.metadata,
        })),
      ),
    ],
  );
  return inserted.rowCount ?? 0;
}

// Source: decision 0039. Twice as long after each failure.
const RETRY_SECONDS_MAX = 60;

/** Notes that a turn failed, and when the next is due: after 1, 2, 4, … up to 60 seconds. */
export async function noteFailure(pool: pg.Pool, tenantId: string, code: string): Promise<void> {
  await pool.query(
    `update evidence_progress set failing_since = coalesce(failing_since, now()), failure = $2, tries = tries + 1,
       retry_at = now() + make_interval(secs => least(${RETRY_SECONDS_MAX}, 2 ^ least(tries, 10)))
     where tenant_id = $1`,
    [tenantId, code],
  );
}
