// Sends what is due to every target of a kind, a few at a time, each for itself: one that hangs holds up nobody but itself. A log that grew in
// this process is looked at at once, and alone; all of them are looked at now and then, for what other processes wrote or left.

import { type DueRow, listDueTargets } from '@countinghouse/store/outbound/due';
import type { Services } from '../services.ts';
import { inTurn } from '../tracing/turn.ts';
import { Exporter } from './exporter.ts';
import type { Outlet } from './outlet.ts';

/** Where turns are done: in place, or on a thread. */
export type Serving = Pick<Exporter, 'serve'>;

// Source: decision 0040.
const SENDERS_MAX = 16;
const TURN_MS = 5_000;

type Needs = Pick<Services, 'writerPool' | 'readerPool' | 'mailWorker'>;

/** The senders of one process. */
export class Senders {
  private readonly services: Needs;
  private readonly outlet: Outlet;
  private readonly serving: Serving;
  private readonly onError: (error: unknown) => void;
  private readonly sending = new Map<string, Promise<void>>();
  private readonly waiting = new Set<NodeJS.Timeout>();
  private grown = new Set<string>();

  constructor(services: Needs, outlet: Outlet, onError: (error: unknown) => void, serving: Serving = new Exporter(services, outlet)) {
    this.services = services;
    this.outlet = outlet;
    this.serving = serving;
    this.onError = onError;
  }

  /** The log of an organisation grew, or somebody asked for something to be sent. */
  wake(tenantId: string): void {
    this.grown.add(tenantId);
  }

  /** Begins to send what is due of the logs that grew, and does not wait for it. Asks nothing where none did. */
  async passGrown(stopping: AbortSignal): Promise<void> {
    if (this.grown.size === 0 || this.sending.size >= SENDERS_MAX) return;
    const { grown } = this;
    this.grown = new Set();
    await this.begin([...grown], stopping);
  }

  /** The same of all logs. */
  pass(stopping: AbortSignal): Promise<void> {
    return this.begin(null, stopping);
  }

  /** Resolves once each sender has come to its next border. */
  async settle(): Promise<void> {
    for (const timer of this.waiting) clearTimeout(timer);
    await Promise.all(this.sending.values());
  }

  private async begin(tenantIds: readonly string[] | null, stopping: AbortSignal): Promise<void> {
    const free = SENDERS_MAX - this.sending.size;
    if (free <= 0) return;
    const due = await listDueTargets(this.services.writerPool, this.outlet.kind, tenantIds, free);
    // There may be more than places.
    if (due.length === free) for (const tenantId of tenantIds ?? []) this.wake(tenantId);
    // What is under way has a lease and is not due.
    for (const row of due) {
      const key = `${row.tenant_id}/${row.target}`;
      if (this.sending.has(key) || stopping.aborted) continue;
      const sent = this.send(row, stopping)
        .catch(this.onError)
        .finally(() => this.sending.delete(key));
      this.sending.set(key, sent);
    }
  }

  /** Turn after turn while nobody waits for the place. */
  private async send({ tenant_id, target }: DueRow, stopping: AbortSignal): Promise<void> {
    for (let isMore = true; isMore && !stopping.aborted; ) {
      const turn = { evenNow: false, untilMs: performance.now() + TURN_MS, breaksOff: false, stopping };
      const served = await inTurn(`send ${this.outlet.kind}`, () => this.serving.serve(tenant_id, target, turn));
      isMore = served.state === 'more' && this.sending.size < SENDERS_MAX;
      if (served.state === 'failed' && served.waitMs !== null) this.wakeAfter(tenant_id, served.waitMs);
      // What came while it was busy, or has to make place, is looked at again.
      else if (served.state !== 'failed' && !isMore) this.wake(tenant_id);
    }
  }

  private wakeAfter(tenantId: string, waitMs: number): void {
    const timer = setTimeout(() => {
      this.waiting.delete(timer);
      this.wake(tenantId);
    }, waitMs).unref();
    this.waiting.add(timer);
  }
}
