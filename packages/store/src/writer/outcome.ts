// Whether a batch whose connection was lost has committed. The backend that may still be running it is ended first, so that
// the answer cannot change afterwards (decision 0006, rule 5). It is asked on a connection of its own, made for it: those there are
// may be as dead as the one that was lost.

import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { connect, hasOwnLogins, type Where } from '../connection.ts';
import { pipeline } from '../pipeline.ts';
import { bindTo } from '../reader.ts';

const GIVE_UP_AFTER_MS = 5_000;
const PAUSE_MS = 100;
const END_BACKEND_WITHIN_MS = 2_000;
/** Of the connection that asks; with what it may take to connect, everything is over well before the caller's own deadline. */
const PATIENCE_MS = 3_000;

/** A connection to ask on, as whoever may end a lost backend: one that logged in as the same, so the writer where it has a login. */
export const connectToResolve = (where: Where): Promise<pg.Client> =>
  connect(where, hasOwnLogins(where) ? 'writer' : 'login', {
    application_name: 'countinghouse-resolver',
    patienceMs: PATIENCE_MS,
  });

/** Answers within 10 s, whatever the database does. */
export async function resolveOutcome(
  connectAnew: () => Promise<pg.Client>,
  lost: pg.ClientBase,
  first: { readonly tenantId: string; readonly seq: number; readonly eventId: string },
): Promise<'committed' | 'absent' | 'unknown'> {
  const backend = (lost as { readonly processID?: number | null }).processID ?? null;
  const giveUpAt = performance.now() + GIVE_UP_AFTER_MS;
  while (performance.now() < giveUpAt) {
    let client: pg.Client | null = null;
    try {
      client = await connectAnew();
      if (backend !== null && !(await endBackend(client, backend))) continue;
      const found = await findEventId(client, first.tenantId, first.seq);
      return found === first.eventId ? 'committed' : 'absent';
    } catch {
      await sleep(PAUSE_MS);
    } finally {
      // Not waited for: a database that stands still does not take leave either.
      void client?.end().catch(() => {});
    }
  }
  return 'unknown';
}

/** Whether it is gone: one that stands still cannot be ended. */
async function endBackend(client: pg.Client, backend: number): Promise<boolean> {
  const ours = "from pg_stat_activity where pid = $1 and application_name = 'countinghouse-writer'";
  await client.query(`select pg_terminate_backend(pid, $2) ${ours}`, [backend, END_BACKEND_WITHIN_MS]);
  return (await client.query(`select ${ours}`, [backend])).rows.length === 0;
}

async function findEventId(client: pg.Client, tenantId: string, seq: number): Promise<string | null> {
  await pipeline(client, ['begin', bindTo('app.tenant_id', tenantId)]);
  const found = await client.query<{ event_id: string }>('select event_id from events where tenant_id = $1 and seq = $2', [tenantId, seq]);
  return found.rows[0]?.event_id ?? null;
}
