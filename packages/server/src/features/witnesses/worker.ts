// Offers each witness what it has not cosigned, several at a time, each for itself: one that hangs holds up nobody but itself. Without witnesses a
// pass reads one empty table.

import { type DueWitness, listDueWitnesses } from '@countinghouse/store/features/witnesses/reads';
import type { Services } from '../../services.ts';
import { inTurn } from '../../tracing/turn.ts';
import { offerTo } from './offer.ts';

const OFFERS_AT_ONCE_MAX = 16;

type Needs = Pick<Services, 'writerPool' | 'readerPool' | 'egress' | 'letters' | 'mailWorker'>;

/** The offers of one process. */
export class WitnessOffers {
  private readonly services: Needs;
  private readonly onError: (error: unknown) => void;
  private readonly offering = new Map<string, Promise<void>>();

  constructor(services: Needs, onError: (error: unknown) => void) {
    this.services = services;
    this.onError = onError;
  }

  /** Begins to offer what is due, and does not wait for it. */
  async pass(stopping?: AbortSignal): Promise<void> {
    const free = OFFERS_AT_ONCE_MAX - this.offering.size;
    if (free <= 0) return;
    for (const due of await listDueWitnesses(this.services.writerPool, free)) {
      if (this.offering.has(due.id) || stopping?.aborted === true) continue;
      this.offering.set(due.id, this.offer(due, stopping));
    }
  }

  /** Resolves once each offer has come to its next border. */
  async settle(): Promise<void> {
    await Promise.all(this.offering.values());
  }

  private async offer(due: DueWitness, stopping?: AbortSignal): Promise<void> {
    try {
      await inTurn('offer to a witness', () => offerTo(this.services, due, stopping));
    } catch (error) {
      this.onError(error);
    } finally {
      this.offering.delete(due.id);
    }
  }
}
