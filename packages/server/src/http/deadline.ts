// Every request is answered within 20 s, whatever becomes of its work: a database that stands still, a lane that does not move.
// What is late goes on, and is repeated with the same key; its caller knows that it is not known.

import type { ErrorCode } from '@countinghouse/contract/errors';
import { Refusal } from './refusal.ts';

// Source: decision 0006, rule 9.
export const REQUEST_DEADLINE_MS = 20_000;
const LOOKS_PER_DEADLINE = 80;

interface Running {
  readonly atMs: number;
  readonly late: () => void;
}

export class Deadlines {
  private readonly deadlineMs: number;
  /** In the order in which they began: whoever is first is late first. */
  private readonly running = new Set<Running>();
  private looker: NodeJS.Timeout | null = null;

  constructor(deadlineMs: number = REQUEST_DEADLINE_MS) {
    this.deadlineMs = deadlineMs;
  }

  /** What `work` comes to; rejects with a refusal of that code where it has not come to anything by then. */
  keep<T>(work: Promise<T>, code: ErrorCode, beganMs: number = performance.now()): Promise<T> {
    return new Promise((resolve, reject) => {
      const running: Running = { atMs: beganMs + this.deadlineMs, late: () => reject(new Refusal(code)) };
      this.running.add(running);
      // One clock for all: a timer each would cost every request.
      this.looker ??= setInterval(() => this.look(), this.deadlineMs / LOOKS_PER_DEADLINE).unref();
      work.then(
        (value) => {
          this.running.delete(running);
          resolve(value);
        },
        (error: unknown) => {
          this.running.delete(running);
          reject(error);
        },
      );
    });
  }

  private look(): void {
    const nowMs = performance.now();
    for (const running of this.running) {
      if (running.atMs > nowMs) continue;
      this.running.delete(running);
      running.late();
    }
    if (this.running.size > 0 || this.looker === null) return;
    clearInterval(this.looker);
    this.looker = null;
  }
}
