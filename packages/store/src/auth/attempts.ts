// Tries counted in windows, in the rate limits of the authentication library (schema `auth`, role `auth`), under keys of ours.

import type pg from 'pg';

export interface AttemptRow {
  /** Tries in the window, this one among them. */
  readonly count: number;
  /** When the window began (milliseconds since 1970). */
  readonly since_ms: number;
}

/** Counts a try; a window begins with the first try after the last one ended. */
export async function insertAttempt(pool: pg.Pool, key: string, nowMs: number, windowMs: number): Promise<AttemptRow> {
  const found = await pool.query<AttemptRow>(
    `insert into auth.rate_limits as r (key, count, "lastRequest") values ($1, 1, $2)
     on conflict (key) do update set
       count = case when r."lastRequest" <= $2::bigint - $3::bigint then 1 else r.count + 1 end,
       "lastRequest" = case when r."lastRequest" <= $2::bigint - $3::bigint then $2::bigint else r."lastRequest" end
     returning count, "lastRequest" as since_ms`,
    [key, nowMs, windowMs],
  );
  return found.rows[0] as AttemptRow;
}
