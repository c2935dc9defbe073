// Guesses at accounts, each a moment in the row of its account or browser (schema `auth`, role `auth`).

import type pg from 'pg';

/** How many guesses count in any window of so many seconds. */
export interface GuessLimit {
  readonly most: number;
  readonly windowSeconds: number;
}

/** Notes a guess and answers its moment; null where none is left. One statement: of those that come at once no more are noted than are left. */
export async function insertGuess(pool: pg.Pool, key: string, { most, windowSeconds }: GuessLimit): Promise<string | null> {
  const taken = await pool.query<{ at: string }>(
    `insert into auth.guesses as g (key, at) values ($1, array[clock_timestamp()])
     on conflict (key) do update set at = array(select t from unnest(g.at) t where t > clock_timestamp() - make_interval(secs => $2)) || clock_timestamp()
       where (select count(*) from unnest(g.at) t where t > clock_timestamp() - make_interval(secs => $2)) < $3
     returning (at[cardinality(at)])::text as at`,
    [key, windowSeconds, most],
  );
  return taken.rows[0]?.at ?? null;
}

/** Whole seconds until the oldest guess of the window leaves it, from 1. */
export async function getGuessWait(pool: pg.Pool, key: string, windowSeconds: number): Promise<number> {
  const waits = await pool.query<{ seconds: number }>(
    `select greatest(1, ceil(extract(epoch from min(t) + make_interval(secs => $2) - clock_timestamp())))::int as seconds
     from auth.guesses g, unnest(g.at) t where g.key = $1 and t > clock_timestamp() - make_interval(secs => $2)`,
    [key, windowSeconds],
  );
  return waits.rows[0]?.seconds ?? 1;
}

/** Takes back the guess of a moment, as `insertGuess` answered it. */
export async function deleteGuess(pool: pg.Pool, key: string, at: string): Promise<void> {
  await pool.query('update auth.guesses set at = array_remove(at, $2::timestamptz) where key = $1', [key, at]);
}

/** Those of which none counts any more. */
export async function deleteOldGuesses(pool: pg.Pool, windowSeconds: number): Promise<void> {
  await pool.query(
    `delete from auth.guesses where not exists (select from unnest(at) t where t > clock_timestamp() - make_interval(secs => $1))`,
    [windowSeconds],
  );
}
