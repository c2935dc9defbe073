// The state for whoever only looks: that of the organisation's writer, which is brought to the end of the log where it is not there; else loaded.
//
// What is looked at is always a committed point of the log, and no older than the call. The writer's state may be ahead of the commit:
// then nothing of it is answered before the log has the event it ends with.

import { setTimeout as sleep } from 'node:timers/promises';
import { type Position, startOfChain } from '@countinghouse/kernel/chain/check-link';
import type { TenantState } from '@countinghouse/kernel/ledger/state';
import type pg from 'pg';
import type { CheckedClock } from '../clock.ts';
import { loadState } from './load-state.ts';
import type { WriterResources } from './resources.ts';

/** How often the log is asked for an event that is being committed, and for how long. */
const CONFIRM_EVERY_MS = 5;
const CONFIRM_WITHIN_MS = 2_000;

export interface StateSource {
  readonly pool: pg.Pool;
  readonly tenantId: string;
  readonly clock: CheckedClock;
  /** The state of the writer in this process as it is now; null where it has none. */
  readonly live: () => TenantState | null;
  /** As of a writer. */
  readonly tokensOf?: WriterResources['tokensOf'] | undefined;
  /** Brings that to the end of the log, if nothing is being decided on it. */
  readonly bring: () => Promise<void>;
}

/** Calls `look` with the state. It must not change it, nor keep any of it: the writer's goes on moving. May be called more than once. */
export async function lookAtState<T>(source: StateSource, look: (state: TenantState) => T): Promise<T> {
  const { pool, tenantId } = source;
  const end = await findHead(pool, tenantId);
  for (const isBrought of [false, true]) {
    // What it fails by is told whoever posts. Who looks needs less, and loads for themselves.
    if (isBrought) await source.bring().catch(() => {});
    const state = source.live();
    if (state === null || state.head.seq < end.seq) continue;
    const { seq, hash } = state.head;
    const found = look(state);
    if (seq === end.seq ? hash === end.hash : await isCommitted(pool, tenantId, { seq, hash })) return found;
  }
  const client = await pool.connect();
  return look(await loadState(client, tenantId).finally(() => client.release()));
}

async function findHead(pool: pg.Pool, tenantId: string): Promise<Position> {
  const found = await pool.query<Position>('select seq, event_hash as hash from chain_heads where tenant_id = $1', [tenantId]);
  return found.rows[0] ?? startOfChain;
}

/** Whether the log has this event, or gets it in a moment. False where it has another one there, or none for too long. */
async function isCommitted(pool: pg.Pool, tenantId: string, { seq, hash }: Position): Promise<boolean> {
  for (const until = performance.now() + CONFIRM_WITHIN_MS; performance.now() < until; await sleep(CONFIRM_EVERY_MS)) {
    const found = await pool.query<{ hash: string }>('select event_hash as hash from events where tenant_id = $1 and seq = $2', [
      tenantId,
      seq,
    ]);
    const [event] = found.rows;
    if (event !== undefined) return event.hash === hash;
  }
  return false;
}
