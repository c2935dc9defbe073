// Who looks while a walk is under way shares what it finds, and what was much to walk and found nothing stands for a while: however many look, and however
// often, a processor is kept busy for a quarter of the time at most.

/** A walk over no more events is done again by the next who looks. */
const LONG_EVENTS = 5_000;
/** For so many times as long as it took. */
const STANDS = 3;
const STANDING_MAX = 1_000;

interface SharedWalk<T> {
  readonly found: T;
  readonly events: number;
  /** Milliseconds. */
  readonly tookMs: number;
  readonly mayStand: boolean;
}

export class SharedWalks<T> {
  private readonly nowMs: () => number;
  private readonly running = new Map<string, Promise<T>>();
  private readonly standing = new Map<string, { readonly found: T; readonly untilMs: number }>();

  constructor(nowMs = () => performance.now()) {
    this.nowMs = nowMs;
  }

  /** `walk` is done where nothing stands under the key. It says how much it was, and whether what it found may stand. */
  async find(key: string, walk: () => Promise<SharedWalk<T>>): Promise<T> {
    const running = this.running.get(key);
    if (running !== undefined) return running;
    const before = this.standing.get(key);
    if (before !== undefined && this.nowMs() < before.untilMs) return before.found;
    this.standing.delete(key);
    const under = walk()
      .then(({ found, events, tookMs, mayStand }) => {
        if (events > LONG_EVENTS && mayStand) this.keep(key, { found, untilMs: this.nowMs() + STANDS * tookMs });
        return found;
      })
      .finally(() => this.running.delete(key));
    this.running.set(key, under);
    return under;
  }

  /** What begins with this is walked anew by the next who asks. */
  forget(prefix: string): void {
    for (const key of this.standing.keys()) if (key.startsWith(prefix)) this.standing.delete(key);
  }

  private keep(key: string, what: { readonly found: T; readonly untilMs: number }): void {
    if (this.standing.size >= STANDING_MAX) this.standing.clear();
    this.standing.set(key, what);
  }
}
