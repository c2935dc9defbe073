// Events that a target would not take.

import type pg from 'pg';

export async function insertDeadLetter(
  pool: pg.Pool,
  tenantId: string,
  target: string,
  letter: { readonly seq: number; readonly attempts: number; readonly error: string },
): Promise<void> {
  await pool.query(
    `insert into audit_dead_letters (tenant_id, destination, seq, attempts, last_error) values ($1, $2, $3, $4, $5)
     on conflict (tenant_id, destination, seq) do nothing`,
    [tenantId, target, letter.seq, letter.attempts, letter.error],
  );
}

/** How many were given up since an instant; null: ever. Counted up to the limit. */
export async function countLettersSince(
  pool: pg.Pool,
  tenantId: string,
  target: string,
  since: string | null,
  limit: number,
): Promise<number> {
  const found = await pool.query<{ count: number }>(
    `select count(*) as count from (
       select from audit_dead_letters
       where tenant_id = $1 and destination = $2 and ($3::timestamptz is null or failed_at > $3::timestamptz) limit $4) l`,
    [tenantId, target, since, limit],
  );
  return found.rows[0]?.count ?? 0;
}

/** Marks dead letters to be sent again: one, or all of them. Answers how many. */
export async function updateDeadLettersToResend(pool: pg.Pool, tenantId: string, target: string, seq: number | null): Promise<number> {
  const done = await pool.query(
    `update audit_dead_letters set resend_at = now()
     where tenant_id = $1 and destination = $2 and ($3::bigint is null or seq = $3) and resend_at is null`,
    [tenantId, target, seq],
  );
  return done.rowCount ?? 0;
}

/** Those that are to be sent again, in their order. */
export async function listLettersToResend(pool: pg.Pool, tenantId: string, target: string, limit: number): Promise<readonly number[]> {
  const found = await pool.query<{ seq: number }>(
    `select seq from audit_dead_letters where tenant_id = $1 and destination = $2 and resend_at is not null order by seq limit $3`,
    [tenantId, target, limit],
  );
  return found.rows.map(({ seq }) => seq);
}

/** It was taken after all. False where it was none. */
export async function deleteDeadLetter(pool: pg.Pool, tenantId: string, target: string, seq: number): Promise<boolean> {
  const done = await pool.query('delete from audit_dead_letters where tenant_id = $1 and destination = $2 and seq = $3', [
    tenantId,
    target,
    seq,
  ]);
  return done.rowCount === 1;
}

/** It was not taken this time either; it stays until somebody asks again. */
export async function updateDeadLetter(pool: pg.Pool, tenantId: string, target: string, seq: number, error: string): Promise<void> {
  await pool.query(
    `update audit_dead_letters set attempts = attempts + 1, last_error = $4, resend_at = null
     where tenant_id = $1 and destination = $2 and seq = $3`,
    [tenantId, target, seq, error],
  );
}
