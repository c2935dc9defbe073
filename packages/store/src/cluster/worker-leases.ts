// Whose turn it is at the work beside the requests. Where servers share a database, each kind of work is done by one of them at a time: who should is
// found as leaders are, from who is there, so that the work spreads over all; who does has a lease of it. One that died is waited for until its
// lease is over, one that goes hands it back. A turn that was lost ends at the next border of its work, and what may not be done twice is guarded
// where it is written: a lease saves work, it is not what keeps books right.

import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { LEASE_SECONDS, RENEW_EVERY_MS } from '../lease.ts';
import { chooseLeader } from './choose-leader.ts';

interface Sharing {
  readonly pool: pg.Pool;
  /** Of this server. */
  readonly id: string;
  /** Of the servers that are there, this one included. */
  readonly serverIds: () => readonly string[];
  readonly onError: (error: unknown) => void;
}

interface Lease {
  /** On the clock of `performance.now()`: never later than the database has it. */
  untilMs: number;
  /** Passes that go on. */
  busy: number;
  readonly over: AbortController;
}

export class WorkerLeases {
  private readonly names = new Map<string, () => void>();
  private readonly leases = new Map<string, Lease>();
  private readonly ending = new AbortController();
  private sharing: Sharing | null = null;
  private renewing: Promise<void> = Promise.resolve();

  /** Takes part in this kind of work. `onTurn` is called when it becomes this server's turn. */
  join(name: string, onTurn: () => void = () => {}): void {
    this.names.set(name, onTurn);
  }

  /** Whether it is this server's turn. It always is where no other server shares the database. */
  has(name: string): boolean {
    return this.sharing === null || performance.now() < (this.leases.get(name)?.untilMs ?? Number.NEGATIVE_INFINITY);
  }

  /** Does the work if it is this server's turn; null where it is not. The signal says when to stop at the next border. */
  async take<T>(name: string, stopping: AbortSignal, work: (stopping: AbortSignal) => Promise<T>): Promise<T | null> {
    if (this.sharing === null) return work(stopping);
    const lease = this.leases.get(name);
    if (lease === undefined || !this.has(name)) return null;
    lease.busy += 1;
    try {
      return await work(AbortSignal.any([stopping, lease.over.signal]));
    } finally {
      lease.busy -= 1;
    }
  }

  /** From now on the work is shared with other servers. Rejects where the database cannot be reached. */
  async share(sharing: Sharing): Promise<void> {
    this.sharing = sharing;
    await this.renew(sharing);
    this.renewing = this.keepRenewing(sharing);
  }

  /** Hands every lease back. To be called once all work has come to its end. */
  async leave(): Promise<void> {
    this.ending.abort();
    await this.renewing;
    if (this.sharing === null) return;
    const names = [...this.leases.keys()];
    for (const name of names) this.drop(name);
    await release(this.sharing, names);
  }

  /** Ends as a process does that is killed. */
  async abandon(): Promise<void> {
    this.ending.abort();
    await this.renewing;
  }

  private async keepRenewing(sharing: Sharing): Promise<void> {
    const { signal } = this.ending;
    for (;;) {
      await sleep(RENEW_EVERY_MS, undefined, { signal }).catch(() => {});
      if (signal.aborted) return;
      await this.renew(sharing).catch(sharing.onError);
    }
  }

  private async renew(sharing: Sharing): Promise<void> {
    const beganMs = performance.now();
    for (const [name, { untilMs }] of this.leases) if (beganMs >= untilMs) this.drop(name);
    const ids = sharing.serverIds();
    const isOwn = (name: string): boolean => chooseLeader(`worker ${name}`, ids) === sharing.id;
    // Somebody else's by now: it ends at its next border, and is handed back once it has.
    const others = [...this.leases].filter(([name]) => !isOwn(name));
    for (const [, { over }] of others) over.abort();
    const free = others.filter(([, { busy }]) => busy === 0).map(([name]) => name);
    for (const name of free) this.leases.delete(name);
    if (free.length > 0) await release(sharing, free);
    const wanted = [...this.names.keys()].filter((name) => this.leases.has(name) || isOwn(name));
    const got = wanted.length === 0 ? new Set<string>() : await claim(sharing, wanted);
    for (const name of wanted) {
      const lease = this.leases.get(name);
      const untilMs = beganMs + LEASE_SECONDS * 1000;
      if (!got.has(name)) this.drop(name);
      else if (lease !== undefined) lease.untilMs = untilMs;
      else {
        this.leases.set(name, { untilMs, busy: 0, over: new AbortController() });
        this.names.get(name)?.();
      }
    }
  }

  private drop(name: string): void {
    this.leases.get(name)?.over.abort();
    this.leases.delete(name);
  }
}

/** Takes or renews those that nobody else has; answers which those are. */
async function claim({ pool, id }: Sharing, names: readonly string[]): Promise<ReadonlySet<string>> {
  const found = await pool.query<{ name: string }>(
    `insert into cluster.worker_leases as l (name, holder, held_until)
     select name, $1, clock_timestamp() + make_interval(secs => ${LEASE_SECONDS}) from unnest($2::text[]) as name order by name
     on conflict (name) do update set holder = excluded.holder, held_until = excluded.held_until
     where l.holder = excluded.holder or l.held_until < clock_timestamp()
     returning name`,
    [id, names],
  );
  return new Set(found.rows.map(({ name }) => name));
}

async function release({ pool, id }: Sharing, names: readonly string[]): Promise<void> {
  await pool.query('delete from cluster.worker_leases where holder = $1 and name = any($2)', [id, names]);
}
