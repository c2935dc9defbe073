// Work that the house does beside the requests: one pass at a time, a pause between passes, an end at a border.

import { setTimeout as sleep } from 'node:timers/promises';

export interface Worker {
  /** Resolves once the pass under way has come to its next border. */
  stop(): Promise<void>;
}

/**
 * Runs `pass` again and again, `pauseMs` apart. A pass that throws is told to `onError` and tried again after the pause; it is
 * handed a signal that says when to stop at the next border.
 */
export function startWorker(pauseMs: number, pass: (stopping: AbortSignal) => Promise<unknown>, onError: (error: unknown) => void): Worker {
  const ending = new AbortController();
  const run = async (): Promise<void> => {
    while (!ending.signal.aborted) {
      await pass(ending.signal).catch(onError);
      await sleep(pauseMs, undefined, { signal: ending.signal, ref: false }).catch(() => {});
    }
  };
  const running = run();
  return {
    stop: () => {
      ending.abort();
      return running;
    },
  };
}
