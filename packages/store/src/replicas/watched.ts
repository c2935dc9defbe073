// One PostgreSQL that is looked at a few times a second on a connection of its own. Where it does not answer for a while it counts as gone,
// and whoever waits for it on another connection need not go on waiting; it is tried again, less and less often.

import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { connect, type Where } from '../connection.ts';

const LOOK_EVERY_MS = 250;
const AGAIN_AFTER_MS = 250;
const AGAIN_AFTER_MAX_MS = 10_000;

/** It was lost while something was asked of it. */
export class DatabaseLost extends Error {
  readonly code = 'ECONNRESET';

  constructor() {
    super('the database does not answer any more');
  }
}

export abstract class Watched {
  private readonly where: Where;
  private readonly silentMs: number;
  private readonly waiting = new Set<() => void>();
  private readonly stopping = new AbortController();
  private client: pg.Client | null = null;
  private running: Promise<void> | null = null;

  /** `silentMs`: how long it may say nothing when it is asked, before it counts as gone. */
  constructor(where: Where, silentMs: number) {
    this.where = where;
    this.silentMs = silentMs;
  }

  /** Whether it answered when it was looked at last. */
  get up(): boolean {
    return this.client !== null;
  }

  /** What `work` comes to, which asks something of it; rejects with DatabaseLost where it is lost before. */
  whileUp<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const giveUp = (): void => reject(new DatabaseLost());
      this.waiting.add(giveUp);
      work.then(resolve, reject).finally(() => this.waiting.delete(giveUp));
    });
  }

  /** Resolves after the first try to reach it, whichever way it came out. */
  async start(): Promise<void> {
    const tried = Promise.withResolvers<void>();
    this.running ??= this.watch(tried.resolve);
    await tried.promise;
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  protected get connected(): pg.Client {
    if (this.client === null) throw new DatabaseLost();
    return this.client;
  }

  /** Once a connection. What it throws, ends it. */
  protected abstract greet(client: pg.Client): Promise<void>;
  protected abstract look(): Promise<void>;

  private async watch(tried: () => void): Promise<void> {
    const { signal } = this.stopping;
    let pauseMs = AGAIN_AFTER_MS;
    while (!signal.aborted) {
      let client: pg.Client | null = null;
      try {
        client = await connect(this.where, 'reader', { patienceMs: this.silentMs });
        await this.greet(client);
        const greeted = client;
        greeted.once('end', () => {
          if (this.client === greeted) this.client = null;
        });
        this.client = greeted;
        await this.look();
        pauseMs = AGAIN_AFTER_MS;
        tried();
        while (!signal.aborted && this.client === client) {
          await pause(LOOK_EVERY_MS, signal);
          if (!signal.aborted && this.client === client) await this.look();
        }
      } catch {
        // Looked at again below.
      }
      this.client = null;
      for (const giveUp of this.waiting) giveUp();
      void client?.end().catch(() => {});
      tried();
      await pause(pauseMs, signal);
      pauseMs = Math.min(pauseMs * 2, AGAIN_AFTER_MAX_MS);
    }
  }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> => sleep(ms, undefined, { signal, ref: false }).catch(() => {});
