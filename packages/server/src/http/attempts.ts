// How often somebody may try what can be guessed. Counted in the database, so that several servers count together; beside the
// authentication library's own limits, in its table, under keys of ours.

import type { Pool } from '@countinghouse/store/connection';
import { Refusal } from './refusal.ts';

const MINUTE_MS = 60_000;

interface AttemptLimit {
  readonly most: number;
  /** A minute unless said otherwise. */
  readonly windowMs?: number;
  /** What is refused: guesses, or a number of things done. */
  readonly code?: 'TOO_MANY_ATTEMPTS' | 'RATE_LIMITED';
}

/**
 * Counts a try for each key, in windows that begin with the first try. Throws the limit's code, with the seconds to wait, once
 * a key had more than `most`.
 */
export async function countAttempt(authPool: Pool, keys: readonly string[], limit: AttemptLimit): Promise<void> {
  const { most, windowMs = MINUTE_MS, code = 'TOO_MANY_ATTEMPTS' } = limit;
  const nowMs = Date.now();
  // In one order for everybody: two callers who share their keys never wait for each other in a circle.
  for (const key of [...keys].sort((a, b) => (a < b ? -1 : 1))) {
    const found = await authPool.query<{ count: number; since_ms: number }>(
      `insert into rate_limits as r (key, count, "lastRequest") values ($1, 1, $2)
       on conflict (key) do update set
         count = case when r."lastRequest" <= $2::bigint - $3::bigint then 1 else r.count + 1 end,
         "lastRequest" = case when r."lastRequest" <= $2::bigint - $3::bigint then $2::bigint else r."lastRequest" end
       returning count, "lastRequest" as since_ms`,
      [key, nowMs, windowMs],
    );
    const row = found.rows[0];
    if (row === undefined || row.count <= most) continue;
    throw new Refusal(code, undefined, Math.max(1, Math.ceil((row.since_ms + windowMs - nowMs) / 1000)));
  }
}
