// A broker of whoever runs the system, where every log goes: NATS or Kafka. It is reached in the background and reached again when it was away;
// until then nothing is tried, and what it has not taken waits in the logs.

import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BrokerKind } from '@countinghouse/store/outbound/targets';
import type { Outlet } from './outlet.ts';
import type { Answer, Handful, Sink } from './sink.ts';

// Source: decision 0109.
const CONNECT_AGAIN_MS = 2_000;
const WAIT_MS_MAX = 10_000;
const CLOSE_WITHIN_MS = 2_000;
/** An organisation of which nothing was tried for so long is another server's by now. */
const FORGET_AFTER_MS = 60_000;

/** A connection to a broker, for as long as it lasts. */
export interface Link {
  /** Resolves once the broker keeps them all; throws a sentence for whoever runs the system. */
  publish(messages: Handful, withinMs: number): Promise<void>;
  /** Resolves with why, once it cannot be had any more. */
  readonly ended: Promise<string>;
  close(): Promise<unknown>;
}

/** What brokers differ in. */
export interface Way {
  readonly kind: BrokerKind;
  readonly label: 'NATS' | 'Kafka';
  readonly takesSeveral: boolean;
  /** Throws a sentence where it cannot be reached. */
  connect(): Promise<Link>;
}

export class Broker implements Sink {
  readonly waitMsMax = WAIT_MS_MAX;
  readonly kind: BrokerKind;
  readonly label: Way['label'];
  readonly takesSeveral: boolean;
  /** Events of all logs that it has not taken yet; null: not looked at yet. */
  backlog: number | null = null;
  private readonly way: Way;
  private readonly note: (line: string) => void;
  private readonly ending = new AbortController();
  private readonly isEnding = once(this.ending.signal, 'abort');
  private link: Link | null = null;
  /** Of which organisations it did not take something, and when that was. */
  private readonly failing = new Map<string, number>();
  /** What was told of since it last took everything. */
  private readonly told = new Set<string>();
  private readonly reaching: Promise<void>;

  constructor(way: Way, note: (line: string) => void) {
    this.way = way;
    this.kind = way.kind;
    this.label = way.label;
    this.takesSeveral = way.takesSeveral;
    this.note = note;
    this.reaching = this.reach();
  }

  /** Whether it can be sent to now. */
  get isUp(): boolean {
    return this.link !== null;
  }

  async send(messages: Handful, withinMs: number): Promise<Answer> {
    const { link, label } = this;
    if (link === null) return { kind: 'away', error: `${label} cannot be reached.`, afterMs: null };
    const [{ tenantId, id }] = messages;
    try {
      await link.publish(messages, withinMs);
    } catch (error) {
      const reason = (error as Error).message;
      this.failing.set(tenantId, performance.now());
      this.tell(reason, `${label} does not take event ${id}: ${reason}`);
      return { kind: 'away', error: reason, afterMs: null };
    }
    this.failing.delete(tenantId);
    this.tellEnd();
    return { kind: 'taken' };
  }

  async close(): Promise<void> {
    this.ending.abort();
    await this.reaching;
  }

  private async reach(): Promise<void> {
    const { signal } = this.ending;
    while (!signal.aborted) {
      const line = `${this.label} cannot be reached: ${await this.hold()}`;
      this.tell(line, line);
      await sleep(CONNECT_AGAIN_MS, undefined, { signal, ref: false }).catch(() => {});
    }
  }

  /** Connects and stays connected for as long as that lasts; answers why it is not any more. */
  private async hold(): Promise<string> {
    let link: Link;
    try {
      link = await this.way.connect();
    } catch (error) {
      return (error as Error).message;
    }
    this.link = link;
    this.failing.clear();
    this.tellEnd();
    const reason = await Promise.race([link.ended, this.isEnding.then(() => 'the server ends')]);
    this.link = null;
    await Promise.race([link.close(), sleep(CLOSE_WITHIN_MS, undefined, { ref: false })]);
    return reason;
  }

  /** Trouble is told of once, whichever organisation meets it. */
  private tell(trouble: string, line: string): void {
    if (this.ending.signal.aborted || this.told.has(trouble)) return;
    this.told.add(trouble);
    this.note(line);
  }

  /** And its end, once no organisation meets any. */
  private tellEnd(): void {
    if (this.ending.signal.aborted || this.told.size === 0) return;
    const longAgo = performance.now() - FORGET_AFTER_MS;
    for (const [tenantId, atMs] of this.failing) if (atMs < longAgo) this.failing.delete(tenantId);
    if (this.failing.size > 0) return;
    this.told.clear();
    this.note(`${this.label} takes the log again`);
  }
}

/** A broker as a target of every organisation. What it does not take waits; of it an organisation knows nothing. */
export const brokerOutlet = (broker: Broker): Outlet => ({
  kind: broker.kind,
  open: async () => ({ sink: broker, types: null, triesMax: null, stopsAfterMs: null, version: '' }),
  hasDeadLetters: false,
  tell: async () => {},
  mailsOfStop: async () => [],
  record: null,
});
