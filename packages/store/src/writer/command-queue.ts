// What waits to be decided, in two lanes: what came alone, and what came in calls that carry many. Those who come alone do not wait
// for thousands that came at once.

import type { Waiting } from './batch.ts';

/** Of what came in calls that carry many so much goes into a batch that others wait for: they wait for its commit, and one more. */
const BULK_BESIDE_OTHERS_MAX = 128;
/** For so long after somebody came alone others are expected. */
const OTHERS_FOR_MS = 1_000;

export class CommandQueue {
  private next: Waiting[] = [];
  /** What came in calls that carry many, and is not among the next yet. */
  private bulk: Waiting[] = [];
  private othersUntilMs = 0;

  get length(): number {
    return this.next.length + this.bulk.length;
  }

  get first(): Waiting | undefined {
    return this.next[0];
  }

  /** Those that are taken next, in order. */
  get admitted(): readonly Waiting[] {
    return this.next;
  }

  get all(): readonly Waiting[] {
    return [...this.next, ...this.bulk];
  }

  push(waiting: Waiting): void {
    this.othersUntilMs = performance.now() + OTHERS_FOR_MS;
    this.next.push(waiting);
  }

  pushBulk(waiting: Waiting): void {
    this.bulk.push(waiting);
  }

  /**
   * Moves some of what came in calls that carry many to where it is taken next: half a slice where others wait, a whole one where nobody
   * does. While others are expected a batch, which has `inBatch` by now, has only so much of it.
   */
  admitBulk(slice: number, inBatch: number): void {
    if (this.bulk.length === 0 || this.next.slice(0, slice).some(({ bulk }) => bulk === true)) return;
    if (inBatch >= BULK_BESIDE_OTHERS_MAX && performance.now() < this.othersUntilMs) return;
    const at = Math.min(this.next.length, slice / 2);
    this.next.splice(at, 0, ...this.bulk.splice(0, slice - at));
  }

  /** Takes away the first so many. */
  drop(count: number): void {
    this.next.splice(0, count);
  }

  /** These come before all others, in their order. */
  putBack(waiting: readonly Waiting[]): void {
    this.next = [...waiting, ...this.next];
  }

  /** Takes away all. */
  empty(): readonly Waiting[] {
    const all = this.all;
    this.next = [];
    this.bulk = [];
    return all;
  }
}
