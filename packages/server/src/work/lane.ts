// A lane for work that takes much of what all share: a few at once, and of those who wait each has its turn, however many another has waiting.

import os from 'node:os';
import { Refusal } from '../http/refusal.ts';

/**
 * How much that keeps a processor busy goes on at once on a thread and in what answers it: as much as there are processors beside the one of
 * whoever posts; two at most, one at least. Source: decision 0266.
 */
export const HEAVY_AT_ONCE_MAX = Math.max(1, Math.min(2, os.availableParallelism() - 1));

export class Lane {
  private readonly atOnceMax: number;
  private readonly waitingMax: number;
  private under = 0;
  /** By who waits, in the order of their turns. */
  private readonly waiting = new Map<string, (() => void)[]>();

  /** `waitingMax`: of each. */
  constructor(atOnceMax: number, waitingMax: number) {
    this.atOnceMax = atOnceMax;
    this.waitingMax = waitingMax;
  }

  /** Does the work when it is its turn. Throws OVERLOADED where too much of the same waits already. */
  async run<T>(who: string, work: () => Promise<T>): Promise<T> {
    const leave = await this.enter(who);
    try {
      return await work();
    } finally {
      leave();
    }
  }

  /** Resolves when it is one's turn, with what ends it; a second call of that does nothing. Throws OVERLOADED, as `run`. */
  async enter(who: string): Promise<() => void> {
    if (this.under < this.atOnceMax) this.under += 1;
    else {
      const before = this.waiting.get(who) ?? [];
      if (before.length >= this.waitingMax) throw new Refusal('OVERLOADED');
      this.waiting.set(who, before);
      await new Promise<void>((resolve) => before.push(resolve));
    }
    let left = false;
    return () => {
      if (left) return;
      left = true;
      this.leave();
    };
  }

  /** Hands the place on to the next. */
  private leave(): void {
    const [turn] = this.waiting;
    if (turn === undefined) {
      this.under -= 1;
      return;
    }
    const [who, [next, ...others]] = turn;
    this.waiting.delete(who);
    if (others.length > 0) this.waiting.set(who, others);
    next?.();
  }
}
