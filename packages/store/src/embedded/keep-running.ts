// Keeps the embedded PostgreSQL running: where it ends without being asked it is started again, in place, on the same socket. Whoever is
// connected finds it gone meanwhile, and connects again. What was committed is there: PostgreSQL recovers by itself.

import { setTimeout as sleep } from 'node:timers/promises';
import { longerPause, pauseAfter } from '../restart-pause.ts';
import { type Embedded, type EmbeddedOptions, startEmbedded } from './postgres.ts';
import { AlreadyRunning } from './predecessor.ts';

export interface KeptEmbedded extends Pick<Embedded, 'host' | 'port' | 'how' | 'startedMs'> {
  /** Resolves where it cannot be kept running: another server has taken the data directory meanwhile. */
  readonly taken: Promise<AlreadyRunning>;
  /** As that of `Embedded`; it is not started again. */
  stop(): Promise<void>;
}

/** Starts it as `startEmbedded` does, and throws what that throws. `note` is told what happens later, in a sentence. */
export async function keepEmbedded(options: EmbeddedOptions, note: (line: string) => void): Promise<KeptEmbedded> {
  const ending = new AbortController();
  let server = await startEmbedded(options);
  const { host, port, how, startedMs } = server;
  let tellTaken: (error: AlreadyRunning) => void = () => {};
  const taken = new Promise<AlreadyRunning>((resolve) => {
    tellTaken = resolve;
  });

  /** null: it was to end, or another server has the directory. */
  const startAgain = async (pauseMs: number): Promise<Embedded | null> => {
    for (let pause = pauseMs; ; pause = longerPause(pause)) {
      await sleep(pause, undefined, { signal: ending.signal }).catch(() => {});
      if (ending.signal.aborted) return null;
      try {
        return await startEmbedded({ ...options, signal: ending.signal });
      } catch (error) {
        if (ending.signal.aborted) return null;
        if (error instanceof AlreadyRunning) {
          tellTaken(error);
          return null;
        }
        note(`PostgreSQL could not be started again; the next try follows. ${(error as Error).message}`);
      }
    }
  };
  const watch = async (): Promise<void> => {
    let pauseMs = 0;
    for (let startedAtMs = performance.now(); ; startedAtMs = performance.now()) {
      await server.exited;
      if (ending.signal.aborted) return;
      note('PostgreSQL ended unexpectedly and is started again. The reason is in postgres.log in the data directory.');
      pauseMs = pauseAfter(performance.now() - startedAtMs, pauseMs);
      const next = await startAgain(pauseMs);
      if (next === null) return;
      server = next;
      if (ending.signal.aborted) return server.stop();
      note(`PostgreSQL runs again (started in ${(server.startedMs / 1000).toFixed(1)} s).`);
    }
  };
  const watching = watch();
  return {
    host,
    port,
    how,
    startedMs,
    taken,
    stop: async () => {
      ending.abort();
      await server.stop();
      await watching;
    },
  };
}
