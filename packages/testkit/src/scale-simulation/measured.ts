// What callers saw between two instants: how many were answered, after how long, and how many were under way.

import type { Window } from './stations.ts';

const quantileOf = (ordered: Float64Array, share: number): number =>
  ordered.length === 0 ? 0 : (ordered[Math.min(ordered.length - 1, Math.floor(ordered.length * share))] as number);

export class Callers {
  private readonly window: Window;
  private readonly latencies: number[] = [];
  private batches = 0;
  private batchIntents = 0;
  private underWay = 0;
  private underWayMs = 0;
  private sinceMs = 0;

  constructor(window: Window) {
    this.window = window;
  }

  asked(nowMs: number): void {
    this.pass(nowMs);
    this.underWay += 1;
  }

  answered(askedMs: number, nowMs: number): void {
    this.pass(nowMs);
    this.underWay -= 1;
    if (nowMs >= this.window.fromMs && nowMs < this.window.toMs) this.latencies.push(nowMs - askedMs);
  }

  committed(nowMs: number, intents: number): void {
    if (nowMs < this.window.fromMs) return;
    this.batches += 1;
    this.batchIntents += intents;
  }

  private pass(nowMs: number): void {
    this.underWayMs += this.underWay * Math.max(0, nowMs - Math.max(this.sinceMs, this.window.fromMs));
    this.sinceMs = nowMs;
  }

  /** At the end of the window. */
  summary() {
    const { fromMs, toMs } = this.window;
    this.pass(toMs);
    const ordered = Float64Array.from(this.latencies).sort();
    return {
      achievedPerSecond: (ordered.length * 1000) / (toMs - fromMs),
      p50Ms: quantileOf(ordered, 0.5),
      p99Ms: quantileOf(ordered, 0.99),
      meanMs: ordered.length === 0 ? 0 : ordered.reduce((sum, ms) => sum + ms, 0) / ordered.length,
      batchMean: this.batches === 0 ? 0 : this.batchIntents / this.batches,
      underWayMean: this.underWayMs / (toMs - fromMs),
    };
  }
}
