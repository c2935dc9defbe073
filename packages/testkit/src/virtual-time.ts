// Time that passes when nothing else is left to do. Whoever sleeps in it wakes in order, as late as it asked for, and nobody waits for a clock: a
// second of back-off costs nothing, and what is played twice goes the same way twice.

interface Sleeper {
  readonly atMs: number;
  readonly wake: () => void;
}

const realImmediate = setImmediate;

export class VirtualTime {
  private atMs = 0;
  /** In the order in which they wake; those of one instant in the order in which they fell asleep. */
  private readonly sleepers: Sleeper[] = [];
  private next: (() => void)[] = [];

  /** As `performance.now()`: stands still while anything runs. */
  readonly nowMs = (): number => this.atMs;

  /** As `setTimeout` of `node:timers/promises`. */
  readonly sleep = (ms: number): Promise<void> =>
    new Promise((wake) => {
      const atMs = this.atMs + Math.max(0, ms);
      const after = this.sleepers.findLastIndex((s) => s.atMs <= atMs);
      this.sleepers.splice(after + 1, 0, { atMs, wake });
    });

  /** As the global `setImmediate`. */
  readonly soon = <A extends readonly unknown[]>(call: (...with_: A) => void, ...with_: A): void => {
    this.next.push(() => call(...with_));
  };

  /** Lets it pass until that is settled. Throws where it waits for something that no time brings. */
  async passUntil<T>(settled: Promise<T>): Promise<T> {
    let isOver = false;
    const over = settled.finally(() => {
      isOver = true;
    });
    over.catch(() => {});
    for (;;) {
      // Promises go first, as between the phases of a real loop.
      await new Promise<void>((resolve) => realImmediate(resolve));
      if (isOver) return await over;
      const soon = this.next.shift();
      if (soon !== undefined) {
        soon();
        continue;
      }
      const sleeper = this.sleepers.shift();
      if (sleeper === undefined) throw new Error('it waits for something that no time brings');
      this.atMs = sleeper.atMs;
      sleeper.wake();
    }
  }
}
