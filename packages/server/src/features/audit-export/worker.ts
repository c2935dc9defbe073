// Sends what is due to every target of a kind, a few at a time, each for itself: one that hangs holds up nobody but itself.

import { type DueRow, listDueTargets } from '@countinghouse/store/features/audit-export/reads';
import type { TargetKind } from '@countinghouse/store/features/audit-export/targets';
import type { Services } from '../../services.ts';
import { Exporter } from './exporter.ts';

// Source: decision 0040.
const SENDERS_MAX = 16;
const TURN_MS = 5_000;

type Needs = Pick<Services, 'writerPool' | 'readerPool' | 'keptTexts' | 'egress' | 'broker'>;

/** The senders of one process. */
export class AuditExports {
  private readonly services: Needs;
  private readonly kind: TargetKind;
  private readonly exporter: Exporter;
  private readonly onError: (error: unknown) => void;
  private readonly sending = new Map<string, Promise<void>>();

  constructor(services: Needs, kind: TargetKind, onError: (error: unknown) => void) {
    this.services = services;
    this.kind = kind;
    this.exporter = new Exporter(services);
    this.onError = onError;
  }

  /** Begins to send to what is due, and does not wait for it. */
  async pass(stopping: AbortSignal): Promise<void> {
    const free = SENDERS_MAX - this.sending.size;
    if (free <= 0) return;
    // What is under way has a lease and is not due.
    for (const due of await listDueTargets(this.services.writerPool, this.kind, free)) {
      const key = `${due.tenant_id}/${due.target}`;
      if (this.sending.has(key) || stopping.aborted) continue;
      const sent = this.send(due, stopping)
        .catch(this.onError)
        .finally(() => this.sending.delete(key));
      this.sending.set(key, sent);
    }
  }

  /** Resolves once each sender has come to its next border. */
  async settle(): Promise<void> {
    await Promise.all(this.sending.values());
  }

  /** Turn after turn while nobody waits for the place. */
  private async send({ tenant_id, target }: DueRow, stopping: AbortSignal): Promise<void> {
    for (let isMore = true; isMore && !stopping.aborted; ) {
      const turn = { now: false, untilMs: performance.now() + TURN_MS, breaksOff: false, stopping };
      const { state } = await this.exporter.serve(tenant_id, target, turn);
      isMore = state === 'more' && this.sending.size < SENDERS_MAX;
    }
  }
}
