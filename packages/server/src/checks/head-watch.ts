// Tells whoever waits that a log has grown. One look for all who wait, a few times a second, and none while nobody does: notifying
// from the transaction of a batch would put every commit of the database behind one lock.

import type { Pool } from '@countinghouse/store/connection';
import { listHeadSeqs } from '@countinghouse/store/features/events/reads';

const LOOK_EVERY_MS = 300;

interface Waiting {
  readonly tenantId: string;
  readonly afterSeq: number;
  readonly resolve: (seq: number | null) => void;
}

export class HeadWatch {
  private readonly pool: Pool;
  private readonly waiting = new Set<Waiting>();
  private timer: NodeJS.Timeout | null = null;

  /** The pool's role must see every organisation. */
  constructor(pool: Pool) {
    this.pool = pool;
  }

  /** Where the log ends once that is beyond `afterSeq`; null where it is not within so long, or the signal says that nobody waits any more. */
  beyond(tenantId: string, afterSeq: number, timeoutMs: number, signal: AbortSignal): Promise<number | null> {
    if (signal.aborted) return Promise.resolve(null);
    return new Promise((resolve) => {
      const done = (seq: number | null): void => {
        clearTimeout(late);
        signal.removeEventListener('abort', giveUp);
        this.waiting.delete(waiting);
        resolve(seq);
      };
      const giveUp = (): void => done(null);
      const waiting: Waiting = { tenantId, afterSeq, resolve: done };
      const late = setTimeout(giveUp, timeoutMs);
      signal.addEventListener('abort', giveUp);
      this.waiting.add(waiting);
      this.schedule();
    });
  }

  private schedule(): void {
    this.timer ??= setTimeout(() => void this.look(), LOOK_EVERY_MS).unref();
  }

  private async look(): Promise<void> {
    const tenantIds = [...new Set([...this.waiting].map((w) => w.tenantId))];
    if (tenantIds.length > 0) {
      // A database that is away for a moment is looked at again.
      const heads = await listHeadSeqs(this.pool, tenantIds).catch(() => new Map<string, number>());
      for (const w of [...this.waiting]) {
        const seq = heads.get(w.tenantId) ?? 0;
        if (seq > w.afterSeq) w.resolve(seq);
      }
    }
    this.timer = null;
    if (this.waiting.size > 0) this.schedule();
  }
}
