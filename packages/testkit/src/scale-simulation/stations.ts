// What work waits for: threads of servers, processors of the database, and a disk whose flush is shared by all that wait for it.

import { costs, msOf } from './costs.ts';
import type { Timeline } from './timeline.ts';

/** What is measured lies between two instants: before, queues fill up. */
export interface Window {
  readonly fromMs: number;
  readonly toMs: number;
}

const CALLS_KEPT_MAX = 10_000;

const lengthMs = ({ fromMs, toMs }: Window): number => toMs - fromMs;
const within = (a: Window, b: Window): number => Math.max(0, Math.min(a.toMs, b.toMs) - Math.max(a.fromMs, b.fromMs));

interface Job {
  readonly costMs: number;
  readonly done: () => void;
}

/** A server process: one thread of JavaScript. A batch does not wait behind all calls that have come: it is next when a turn ends. */
export class Thread {
  private readonly time: Timeline;
  private readonly window: Window;
  private readonly batches: Job[] = [];
  private readonly calls: Job[] = [];
  /** How many of `calls` are done; they are let go of now and then. */
  private callsDone = 0;
  private working = false;
  private busyMs = 0;

  constructor(time: Timeline, window: Window) {
    this.time = time;
    this.window = window;
  }

  call(costMs: number, done: () => void): void {
    this.calls.push({ costMs, done });
    if (!this.working) this.next();
  }

  batch(costMs: number, done: () => void): void {
    this.batches.push({ costMs, done });
    if (!this.working) this.next();
  }

  private next(): void {
    const job = this.batches.shift() ?? this.nextCall();
    this.working = job !== undefined;
    if (job === undefined) return;
    const fromMs = this.time.nowMs;
    const toMs = fromMs + job.costMs;
    this.busyMs += within({ fromMs, toMs }, this.window);
    this.time.at(toMs, () => {
      job.done();
      this.next();
    });
  }

  private nextCall(): Job | undefined {
    const job = this.calls[this.callsDone];
    if (job !== undefined) this.callsDone += 1;
    if (this.callsDone === CALLS_KEPT_MAX) {
      this.calls.splice(0, this.callsDone);
      this.callsDone = 0;
    }
    return job;
  }

  /** Share of its time that it worked. */
  get used(): number {
    return this.busyMs / lengthMs(this.window);
  }
}

/** Processors of one machine with one queue, first come, first served. */
export class Processors {
  private readonly freeAtMs: number[];
  private readonly window: Window;
  private busyMs = 0;

  constructor(count: number, window: Window) {
    this.freeAtMs = Array.from({ length: count }, () => 0);
    this.window = window;
  }

  /** Takes on a piece of work and answers when it is done. To be asked in the order of time. */
  take(nowMs: number, costMs: number): number {
    let first = 0;
    for (let i = 1; i < this.freeAtMs.length; i++) if ((this.freeAtMs[i] as number) < (this.freeAtMs[first] as number)) first = i;
    const fromMs = Math.max(nowMs, this.freeAtMs[first] as number);
    const toMs = fromMs + costMs;
    this.freeAtMs[first] = toMs;
    this.busyMs += within({ fromMs, toMs }, this.window);
    return toMs;
  }

  /** Share of its time that it worked. */
  get used(): number {
    return this.busyMs / (lengthMs(this.window) * this.freeAtMs.length);
  }
}

/** One flush at a time; what comes meanwhile goes with the next, all of it. */
export class Disk {
  private readonly time: Timeline;
  private readonly window: Window;
  private waiting: (() => void)[] = [];
  private waitingBytes = 0;
  private flushing = false;
  private writingMs = 0;

  constructor(time: Timeline, window: Window) {
    this.time = time;
    this.window = window;
  }

  flush(bytes: number, done: () => void): void {
    this.waiting.push(done);
    this.waitingBytes += bytes;
    if (!this.flushing) this.start();
  }

  private start(): void {
    const { waiting } = this;
    const writesMs = this.waitingBytes / costs.diskRate.value;
    const fromMs = this.time.nowMs;
    this.waiting = [];
    this.waitingBytes = 0;
    this.flushing = true;
    this.writingMs += within({ fromMs, toMs: fromMs + writesMs }, this.window);
    this.time.at(fromMs + writesMs + msOf(costs.flush), () => {
      this.flushing = false;
      for (const done of waiting) done();
      if (!this.flushing && this.waiting.length > 0) this.start();
    });
  }

  /** Share of its time that it wrote. The wait of a flush is not in it: any number of commits share one, so that it bounds none of them. */
  get used(): number {
    return this.writingMs / lengthMs(this.window);
  }
}
