// A PostgreSQL that follows another by streaming replication and is only read: how far it has replayed the log, and how old what it shows is.
// That what was acknowledged up to a position can be read there is asked of it, never assumed. Its address must lead to one server: behind
// a balancer the answer would be another one's.

import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { parsePosition } from '../backup/segments.ts';
import type { Where } from '../connection.ts';
import { findSystemId, type Sample } from './primary.ts';
import { Watched } from './watched.ts';

const SILENT_MS_MAX = 1_000;
const LOOK_AGAIN_MS = 2;
/** Some minutes of samples. Beyond, those in between are left out: how old it is, is then known less exactly until it has caught up. */
const SAMPLES_MAX = 1_000;

interface Seen {
  readonly follows: boolean;
  readonly replayed: string | null;
  readonly behind_ms: number | null;
}

export class Replica extends Watched {
  systemId: string | null = null;
  /** Everything before it can be read. It only grows, as long as it is the same server. */
  private replayed = 0n;
  private follows = false;
  /** Everything that was committed before then can be read; on the clock of `performance.now()`, null while that is not known. */
  private showsMs: number | null = null;
  /** Where it is known only from the last transaction that it replayed. */
  private showsByItself = true;
  private samples: Sample[] = [];
  private looking: Promise<void> | null = null;

  constructor(where: Where) {
    super(where, SILENT_MS_MAX);
  }

  /** Whether it may be read: it answers, and it follows; one that was promoted goes its own way. */
  get usable(): boolean {
    return this.up && this.follows;
  }

  /** Milliseconds since which what was committed may be missing; null while that is not known. */
  get ageMs(): number | null {
    return this.showsMs === null ? null : Math.max(0, performance.now() - this.showsMs);
  }

  /** How far the primary's log reached at an instant. */
  note(sample: Sample): void {
    if (this.samples.length < SAMPLES_MAX) this.samples.push(sample);
  }

  /** Whether everything before `position` can be read there; asked again until then, on the clock of `performance.now()`. */
  async has(position: bigint, untilMs: number): Promise<boolean> {
    while (this.usable && this.replayed < position) {
      const leftMs = untilMs - performance.now();
      if (leftMs <= 0) return false;
      await Promise.race([this.look().catch(() => {}), sleep(leftMs, undefined, { ref: false })]);
      if (this.replayed < position) await sleep(Math.min(LOOK_AGAIN_MS, leftMs), undefined, { ref: false });
    }
    return this.usable;
  }

  protected async greet(client: pg.Client): Promise<void> {
    this.follows = false;
    this.replayed = 0n;
    this.showsMs = null;
    this.showsByItself = true;
    this.systemId = await findSystemId(client);
  }

  protected look(): Promise<void> {
    this.looking ??= this.ask().finally(() => {
      this.looking = null;
    });
    return this.looking;
  }

  private async ask(): Promise<void> {
    const found = await this.connected.query<Seen>(
      `select pg_is_in_recovery() as follows, pg_last_wal_replay_lsn() as replayed,
              (extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp()) * 1000)::float8 as behind_ms`,
    );
    const seen = found.rows[0];
    this.follows = seen?.follows === true;
    if (seen?.replayed == null) return;
    this.replayed = parsePosition(seen.replayed);
    const passed = this.samples.findLastIndex(({ position }) => position <= this.replayed);
    if (passed >= 0) {
      this.showsMs = this.samples[passed]?.atMs ?? null;
      this.showsByItself = false;
      this.samples = this.samples.slice(passed + 1);
    } else if (this.showsByItself && seen.behind_ms !== null) this.showsMs = performance.now() - Math.max(0, seen.behind_ms);
  }
}
