// How far each witness has cosigned. One server at a time offers to a witness: whoever has its turn, which ends by itself.

import type pg from 'pg';
import type { Pool } from '../../connection.ts';
import { findNow } from '../../database-now.ts';
import { execute } from '../../sql/execute.ts';
import type { Statement } from '../../sql/statement.ts';
import { inTransaction } from '../../transaction.ts';

export interface Turn {
  readonly cosigned_to: number;
  readonly attempts: number;
}

/** Takes the turn of a witness for so long; null where somebody else has it, or it is not to be tried yet. */
export async function takeOfferTurn(pool: pg.Pool, tenantId: string, witnessId: string, turnMs: number): Promise<Turn | null> {
  const found = await pool.query<Turn>(
    `insert into witness_offers as o (tenant_id, witness_id, next_try_at) values ($1, $2, $4::timestamptz + make_interval(secs => $3::float / 1000))
     on conflict (tenant_id, witness_id) do update set next_try_at = excluded.next_try_at where o.next_try_at <= $4::timestamptz
     returning cosigned_to, attempts`,
    [tenantId, witnessId, turnMs, await findNow(pool)],
  );
  return found.rows[0] ?? null;
}

export interface Cosignature {
  readonly vkey: string;
  readonly name: string;
  /** Base64, as in the line of a note. */
  readonly signature: string;
  readonly at: string;
}

/** Keeps what a witness signed of the anchor of this size, and notes that it may be offered the next one at once. */
export async function keepCosignature(pool: pg.Pool, tenantId: string, witnessId: string, toSeq: number, c: Cosignature): Promise<void> {
  await pool.query(
    `with kept as (
       insert into cosignatures (tenant_id, to_seq, vkey, name, signature, cosigned_at) values ($1, $3, $4, $5, $6, $7)
       on conflict do nothing
     )
     update witness_offers set cosigned_to = greatest(cosigned_to, $3), cosigned_at = $7, next_try_at = now(), attempts = 0,
       failing_since = null, last_error = null, refused_at = null
     where tenant_id = $1 and witness_id = $2`,
    [tenantId, witnessId, toSeq, c.vkey, c.name, c.signature, c.at],
  );
}

/** Notes that a witness gave no cosignature, and why. */
export async function noteOfferFailed(pool: pg.Pool, tenantId: string, witnessId: string, error: string, pauseMs: number): Promise<void> {
  await pool.query(
    `update witness_offers set attempts = attempts + 1, failing_since = coalesce(failing_since, $5::timestamptz), last_error = $3,
       next_try_at = $5::timestamptz + make_interval(secs => $4::float / 1000)
     where tenant_id = $1 and witness_id = $2`,
    [tenantId, witnessId, error, pauseMs, await findNow(pool)],
  );
}

/**
 * Notes that a witness says that this is not the log that it cosigned, after its failure was noted, and queues the mails that tell it, both or neither. False where that
 * was known.
 */
export function noteRefused(pool: Pool, tenantId: string, witnessId: string, mails: readonly Statement[]): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    const noted = await client.query(
      'update witness_offers set refused_at = now() where tenant_id = $1 and witness_id = $2 and refused_at is null',
      [tenantId, witnessId],
    );
    if (noted.rowCount !== 1) return false;
    for (const mail of mails) await execute(client, mail);
    return true;
  });
}
