// Counts how often intents are asked for again under their keys. A repeat writes no event and waits for no write: it is counted in memory
// and added to the database by a worker, within a second. Never more than what was asked: a server that is killed forgets the last second.

import type { Pool } from '@countinghouse/store/connection';
import { addRepeats, type IntentRepeats } from '@countinghouse/store/features/intents/repeats';

/** Intents that are counted between two passes; repeats of further ones are answered and not counted. */
const COUNTED_MAX = 50_000;

export class Repeats {
  private readonly pool: Pool;
  private readonly nowMs: () => number;
  private readonly countedMax: number;
  private counted = new Map<string, IntentRepeats>();
  private flushing: Promise<void> = Promise.resolve();

  /** The pool's role must see every organisation. */
  constructor(pool: Pool, nowMs: () => number, countedMax = COUNTED_MAX) {
    this.pool = pool;
    this.nowMs = nowMs;
    this.countedMax = countedMax;
  }

  /** The intent was asked for once more. */
  note(tenantId: string, intentId: string): void {
    this.add({ tenantId, intentId, repeats: 1, lastAt: new Date(this.nowMs()).toISOString() });
  }

  private add(more: IntentRepeats): void {
    const key = `${more.tenantId}/${more.intentId}`;
    const known = this.counted.get(key);
    if (known === undefined && this.counted.size >= this.countedMax) return;
    const lastAt = known === undefined || known.lastAt < more.lastAt ? more.lastAt : known.lastAt;
    this.counted.set(key, { ...more, repeats: (known?.repeats ?? 0) + more.repeats, lastAt });
  }

  /** Writes what was counted since the last time, one pass at a time. What could not be written is counted on; rejects with why. */
  flush(): Promise<void> {
    const next = this.flushing.then(() => this.write());
    this.flushing = next.catch(() => {});
    return next;
  }

  private async write(): Promise<void> {
    const counted = [...this.counted.values()];
    if (counted.length === 0) return;
    this.counted = new Map();
    try {
      await addRepeats(this.pool, counted);
    } catch (error) {
      for (const c of counted) this.add(c);
      throw error;
    }
  }
}
