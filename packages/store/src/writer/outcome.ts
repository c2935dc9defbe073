// Whether a batch whose connection was lost has committed. The backend that may still be running it is ended first, so that
// the answer cannot change afterwards (decision 0006, rule 5).

import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { inTransaction } from '../transaction.ts';

const GIVE_UP_AFTER_MS = 5_000;
const PAUSE_MS = 100;
const END_BACKEND_WITHIN_MS = 2_000;

export async function resolveOutcome(
  loginPool: pg.Pool,
  lost: pg.ClientBase,
  first: { readonly tenantId: string; readonly seq: number; readonly eventId: string },
): Promise<'committed' | 'absent' | 'unknown'> {
  const backend = (lost as { readonly processID?: number | null }).processID ?? null;
  const giveUpAt = performance.now() + GIVE_UP_AFTER_MS;
  while (performance.now() < giveUpAt) {
    try {
      if (backend !== null) {
        await loginPool.query(
          "select pg_terminate_backend(pid, $2) from pg_stat_activity where pid = $1 and application_name = 'countinghouse-writer'",
          [backend, END_BACKEND_WITHIN_MS],
        );
        const left = await loginPool.query("select from pg_stat_activity where pid = $1 and application_name = 'countinghouse-writer'", [
          backend,
        ]);
        if (left.rows.length > 0) continue;
      }
      const found = await findEventId(loginPool, first.tenantId, first.seq);
      return found === first.eventId ? 'committed' : 'absent';
    } catch {
      await sleep(PAUSE_MS);
    }
  }
  return 'unknown';
}

function findEventId(pool: pg.Pool, tenantId: string, seq: number): Promise<string | null> {
  return inTransaction(pool, async (client) => {
    await client.query("select set_config('app.tenant_id', $1, true)", [tenantId]);
    const found = await client.query<{ event_id: string }>('select event_id from events where tenant_id = $1 and seq = $2', [
      tenantId,
      seq,
    ]);
    return found.rows[0]?.event_id ?? null;
  });
}
