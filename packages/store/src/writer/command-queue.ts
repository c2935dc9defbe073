// What waits to be decided, in two lanes: what came alone, and what came in calls that carry many. Those who come alone do not wait
// for thousands that came at once.

import type { Waiting } from './batch.ts';

/** Of what came in calls that carry many so much goes into a batch that others wait for: they wait for its commit. */
const BULK_BESIDE_OTHERS_MAX = 128;
/** The same in bytes of the calls that brought it. */
const BULK_BYTES_BESIDE_OTHERS_MAX = 128 * 1024;
/** For so long after somebody came alone others are expected. */
const OTHERS_FOR_MS = 1_000;
/** What is larger than that waits for a moment in which nothing else is decided or committed, and for no longer than this. */
const LARGE_WAITS_MS_MAX = 500;

/** The batch in the making, and the one that is being committed; null: none is. */
interface Before {
  readonly size: number;
  readonly bytes: number;
  readonly committing: { readonly hasBulk: boolean } | null;
}

export class CommandQueue {
  private next: Waiting[] = [];
  /** What came in calls that carry many, and is not among the next yet. */
  private bulk: { readonly waiting: Waiting; readonly bytes: number; readonly sinceMs: number }[] = [];
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
    return [...this.next, ...this.bulk.map(({ waiting }) => waiting)];
  }

  push(waiting: Waiting): void {
    this.othersUntilMs = performance.now() + OTHERS_FOR_MS;
    this.next.push(waiting);
  }

  /** `bytes`: its share of those of the call that brought it. */
  pushBulk(waiting: Waiting, bytes: number): void {
    this.bulk.push({ waiting, bytes, sinceMs: performance.now() });
  }

  /**
   * Moves some of what came in calls that carry many to where it is taken next: half a slice where others wait, a whole one where nobody
   * does. While others are expected a batch has only so much of it, and none where the one before it has some: who comes alone waits for one of them at most.
   */
  admitBulk(slice: number, before: Before): void {
    if (this.bulk.length === 0 || this.next.slice(0, slice).some(({ bulk }) => bulk === true)) return;
    const at = Math.min(this.next.length, slice / 2);
    const count = performance.now() < this.othersUntilMs ? this.besideOthers(slice - at, before) : slice - at;
    this.next.splice(at, 0, ...this.bulk.splice(0, count).map(({ waiting }) => waiting));
  }

  private besideOthers(most: number, { size, bytes, committing }: Before): number {
    if (size >= BULK_BESIDE_OTHERS_MAX || committing?.hasBulk === true) return 0;
    let left = BULK_BYTES_BESIDE_OTHERS_MAX - bytes;
    const past = this.bulk.findIndex((each) => {
      left -= each.bytes;
      return left < 0;
    });
    if (past !== 0) return past < 0 ? most : Math.min(most, past);
    const isQuiet = size === 0 && committing === null;
    return isQuiet || performance.now() - (this.bulk[0]?.sinceMs ?? 0) > LARGE_WAITS_MS_MAX ? 1 : 0;
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
    const { all } = this;
    this.next = [];
    this.bulk = [];
    return all;
  }
}
