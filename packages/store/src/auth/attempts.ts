// Tries counted in windows (schema `auth`, role `auth`), by the clock of the database: several servers count together.

import type pg from 'pg';

export interface AttemptRow {
  /** Tries in the window, this one among them. */
  readonly count: number;
  /** Whole seconds until the window ends, from 1. */
  readonly seconds_left: number;
}

/** Counts a try; a window begins with the first try after the last one ended. */
export async function insertAttempt(pool: pg.Pool, key: string, windowMs: number): Promise<AttemptRow> {
  const found = await pool.query<AttemptRow>(
    `insert into auth.attempts as a (key, count, ends_at) values ($1, 1, clock_timestamp() + make_interval(secs => $2))
     on conflict (key) do update set
       count = case when a.ends_at <= clock_timestamp() then 1 else a.count + 1 end,
       ends_at = case when a.ends_at <= clock_timestamp() then excluded.ends_at else a.ends_at end
     returning count, greatest(1, ceil(extract(epoch from ends_at - clock_timestamp())))::int as seconds_left`,
    [key, windowMs / 1000],
  );
  return found.rows[0] as AttemptRow;
}

/** Those whose window has ended. */
export async function deleteOldAttempts(pool: pg.Pool): Promise<void> {
  await pool.query('delete from auth.attempts where ends_at <= clock_timestamp()');
}
