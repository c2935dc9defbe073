// Work that the system does beside the requests: one pass at a time, a pause between passes, an end at a border.

export interface Worker {
  /** There is something to do: the next pass begins at once, or right after the one under way. */
  nudge(): void;
  /** Resolves once the pass under way has come to its next border. */
  stop(): Promise<void>;
}

/**
 * Runs `pass` again and again, `pauseMs` apart; it may depend on how long the pass took. A pass that throws is told to `onError` and tried again after the pause; it is
 * handed a signal that says when to stop at the next border.
 */
export function startWorker(
  pauseMs: number | ((tookMs: number) => number),
  pass: (stopping: AbortSignal) => Promise<unknown>,
  onError: (error: unknown) => void,
): Worker {
  const ending = new AbortController();
  let nudged = false;
  let wake = (): void => {};
  const pause = (tookMs: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, typeof pauseMs === 'number' ? pauseMs : pauseMs(tookMs)).unref();
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const run = async (): Promise<void> => {
    while (!ending.signal.aborted) {
      nudged = false;
      const beganMs = performance.now();
      const failed = await pass(ending.signal).then(
        () => false,
        (error: unknown) => {
          onError(error);
          return true;
        },
      );
      if (!ending.signal.aborted && (!nudged || failed)) await pause(performance.now() - beganMs);
    }
  };
  const running = run();
  return {
    nudge: () => {
      nudged = true;
      wake();
    },
    stop: () => {
      ending.abort();
      wake();
      return running;
    },
  };
}
