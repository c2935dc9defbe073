// The metrics of all processes as one answer: counters and histograms are added, gauges are put together as each says. What a process
// counted that has ended stays counted, so that no sum goes back; one that does not answer in time counts with what it said last.

import { setTimeout as sleep } from 'node:timers/promises';
import { AggregatorRegistry, Counter, Gauge, Registry } from 'prom-client';
import type { Measured } from './acts.ts';

const ANSWER_WITHIN_MS = 1_000;

interface Measuring {
  measure(): Promise<Measured>;
}

/** What only ever grows. */
const growing: ReadonlySet<string> = new Set(['counter', 'histogram']);

export class SummedMetrics {
  private readonly running: () => readonly Measuring[];
  private readonly own = new Registry();
  private readonly restarts: Counter;
  private readonly said = new Map<Measuring, Measured>();
  private ended: Measured = [];
  private folding: Promise<void> = Promise.resolve();
  private reading: Promise<string> | null = null;

  /** `running`: the processes as they are now. */
  constructor(running: () => readonly Measuring[]) {
    this.running = running;
    new Gauge({
      name: 'countinghouse_processes',
      help: 'Processes that run behind the port',
      registers: [this.own],
      collect() {
        this.set(running().length);
      },
    });
    this.restarts = new Counter({
      name: 'countinghouse_process_restarts_total',
      help: 'Processes that ended without being asked to',
      registers: [this.own],
    });
  }

  /** As text. Who asks while it is read shares the answer. */
  read(): Promise<string> {
    this.reading ??= this.readNow().finally(() => {
      this.reading = null;
    });
    return this.reading;
  }

  /** The same, not as text. */
  async measure(): Promise<Measured> {
    return (await this.sum()).getMetricsAsJSON();
  }

  /** A process ended without being asked to. */
  end(one: Measuring): void {
    this.restarts.inc();
    const last = this.said.get(one) ?? [];
    this.said.delete(one);
    this.folding = this.folding.then(async () => {
      const grown = last.filter(({ type }) => growing.has(String(type)));
      this.ended = await AggregatorRegistry.aggregate([this.ended, grown]).getMetricsAsJSON();
    });
  }

  private async readNow(): Promise<string> {
    return (await this.sum()).metrics();
  }

  private async sum(): Promise<Registry> {
    const asked = this.running();
    await Promise.all(
      asked.map(async (one) => {
        const late = sleep(ANSWER_WITHIN_MS, null, { ref: false });
        const measured = await Promise.race([one.measure().catch(() => null), late]);
        if (measured !== null && this.running().includes(one)) this.said.set(one, measured);
      }),
    );
    await this.folding;
    const all = [...this.said.values(), this.ended, await this.own.getMetricsAsJSON()];
    return AggregatorRegistry.aggregate(all);
  }
}
