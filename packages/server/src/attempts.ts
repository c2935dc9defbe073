// How often somebody may try what can be guessed. Counted in the database, so that several servers count together; beside the
// authentication library's own limits, in its table, under keys of ours.

import type { Pool } from '@countinghouse/store/connection';
import type { FastifyReply } from 'fastify';
import { Refusal } from './refusal.ts';

const WINDOW_MS = 60_000;

/**
 * Counts a try for each key, in windows of a minute that begin with the first try. Throws TOO_MANY_ATTEMPTS, with the
 * seconds to wait in `retry-after`, once a key had more than `triesMax`.
 */
export async function countAttempt(authPool: Pool, keys: readonly string[], triesMax: number, reply: FastifyReply): Promise<void> {
  const nowMs = Date.now();
  // In one order for everybody: two callers who share their keys never wait for each other in a circle.
  for (const key of [...keys].sort((a, b) => (a < b ? -1 : 1))) {
    const found = await authPool.query<{ count: number; since_ms: number }>(
      `insert into rate_limits as r (key, count, "lastRequest") values ($1, 1, $2)
       on conflict (key) do update set
         count = case when r."lastRequest" <= $2::bigint - $3::bigint then 1 else r.count + 1 end,
         "lastRequest" = case when r."lastRequest" <= $2::bigint - $3::bigint then $2::bigint else r."lastRequest" end
       returning count, "lastRequest" as since_ms`,
      [key, nowMs, WINDOW_MS],
    );
    const row = found.rows[0];
    if (row === undefined || row.count <= triesMax) continue;
    reply.header('retry-after', String(Math.max(1, Math.ceil((row.since_ms + WINDOW_MS - nowMs) / 1000))));
    throw new Refusal('TOO_MANY_ATTEMPTS');
  }
}
