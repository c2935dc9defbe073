// Keeps the sums per day close behind the log: organisations that this process posted to at once, those of a process that died
// within a minute.

import type { Pool } from '@countinghouse/store/connection';
import { listUnsummed, sumDays } from '@countinghouse/store/days';

/** Among so many passes one asks the database which organisations are behind. */
const PASSES_A_LOOK = 60;

export class DaySums {
  private readonly pool: Pool;
  private grown = new Set<string>();
  private passes = 0;

  /** The pool's role must see every organisation. */
  constructor(pool: Pool) {
    this.pool = pool;
  }

  /** The log of an organisation has grown. */
  note(tenantId: string): void {
    this.grown.add(tenantId);
  }

  async pass(stopping: AbortSignal): Promise<void> {
    if (this.passes++ % PASSES_A_LOOK === 0) for (const tenantId of await listUnsummed(this.pool)) this.grown.add(tenantId);
    const behind = this.grown;
    this.grown = new Set();
    for (const tenantId of behind) {
      try {
        while (!stopping.aborted && (await sumDays(this.pool, tenantId)) > 0);
      } catch (error) {
        for (const t of behind) this.grown.add(t);
        throw error;
      }
    }
  }
}
