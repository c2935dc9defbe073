// Keeps the sums per day close behind the log: of organisations that this process posted to, and within a minute of those of a process
// that died.

import type { Pool } from '@countinghouse/store/connection';
import { listUnsummed, sumDays } from '@countinghouse/store/days';

/** Among so many passes one asks the database which organisations are behind. */
const PASSES_A_LOOK = 60;
/** So many events are worth a transaction; who reads adds fewer in a few milliseconds. */
const EVENTS_MIN = 1_000;
/** Fewer wait for so many passes, so that many organisations that post a little each are not summed all the time. */
const PASSES_MAX = 5;

/** What was written since an organisation was summed: events, and passes that came by. */
interface Behind {
  events: number;
  passes: number;
}

export class DaySums {
  private readonly pool: Pool;
  private readonly behind = new Map<string, Behind>();
  private passes = 0;

  /** The pool's role must see every organisation. */
  constructor(pool: Pool) {
    this.pool = pool;
  }

  /** The log of an organisation has grown by so many events. */
  note(tenantId: string, events: number): void {
    const known = this.behind.get(tenantId);
    if (known === undefined) this.behind.set(tenantId, { events, passes: 0 });
    else known.events += events;
  }

  /** Sums what has waited long enough, or is much. */
  async pass(stopping: AbortSignal): Promise<void> {
    if (this.passes++ % PASSES_A_LOOK === 0) for (const tenantId of await listUnsummed(this.pool)) this.note(tenantId, EVENTS_MIN);
    for (const behind of this.behind.values()) behind.passes += 1;
    const due = [...this.behind]
      .filter(([, { events, passes }]) => events >= EVENTS_MIN || passes >= PASSES_MAX)
      .map(([tenantId]) => tenantId);
    for (const tenantId of due) this.behind.delete(tenantId);
    try {
      for (const tenantId of due) while (!stopping.aborted && (await sumDays(this.pool, tenantId)) > 0);
    } catch (error) {
      // What is summed already costs one look.
      for (const tenantId of due) this.note(tenantId, EVENTS_MIN);
      throw error;
    }
  }
}
