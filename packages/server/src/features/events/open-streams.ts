// The streams of events that this process has open: a few for each person, all of them ended before the server ends.

import type { Readable } from 'node:stream';
import type { Pool } from '@countinghouse/store/connection';
import { HeadWatch } from '../../checks/head-watch.ts';
import { Refusal } from '../../http/refusal.ts';

/** Of one person at once: a handful of tabs on a handful of machines. */
const STREAMS_OF_A_PERSON_MAX = 20;

export class OpenStreams {
  readonly watch: HeadWatch;
  private readonly byPerson = new Map<string, number>();
  private readonly ending = new AbortController();

  constructor(writerPool: Pool) {
    this.watch = new HeadWatch(writerPool);
  }

  /** Aborted once the server ends. */
  get draining(): AbortSignal {
    return this.ending.signal;
  }

  drain(): void {
    this.ending.abort();
  }

  /** Throws RATE_LIMITED where a person has as many streams open as they may. */
  checkRoom(userId: string): void {
    if ((this.byPerson.get(userId) ?? 0) >= STREAMS_OF_A_PERSON_MAX) throw new Refusal('RATE_LIMITED');
  }

  /** Counts a stream until it closes. */
  add(userId: string, stream: Readable): void {
    this.byPerson.set(userId, (this.byPerson.get(userId) ?? 0) + 1);
    stream.once('close', () => {
      const left = (this.byPerson.get(userId) ?? 1) - 1;
      if (left === 0) this.byPerson.delete(userId);
      else this.byPerson.set(userId, left);
    });
  }
}
