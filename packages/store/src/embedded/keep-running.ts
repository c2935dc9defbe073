// Keeps the embedded PostgreSQL running: where it ends without being asked it is started again, in place, on the same socket. Whoever is
// connected finds it gone meanwhile, and connects again. What was committed is there: PostgreSQL recovers by itself.

import { setTimeout as sleep } from 'node:timers/promises';
import { type Embedded, type EmbeddedOptions, startEmbedded } from './postgres.ts';
import { AlreadyRunning } from './predecessor.ts';

export interface KeptEmbedded extends Pick<Embedded, 'host' | 'port' | 'how' | 'startedMs'> {
  /** Resolves where it cannot be kept running: another server has taken the data directory meanwhile. */
  readonly taken: Promise<AlreadyRunning>;
  /** As that of `Embedded`; it is not started again. */
  stop(): Promise<void>;
}

/** Where it ended so soon after its start, the next one waits: twice as long each time. */
const SOON_MS = 60_000;
const PAUSE_MS_MIN = 250;
const PAUSE_MS_MAX = 5_000;

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
    for (let pause = pauseMs; ; pause = longer(pause)) {
      await sleep(pause, undefined, { signal: ending.signal }).catch(() => {});
      if (ending.signal.aborted) return null;
      try {
        return await startEmbedded(options);
      } catch (error) {
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
      pauseMs = performance.now() - startedAtMs < SOON_MS ? longer(pauseMs) : 0;
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

const longer = (pauseMs: number): number => Math.min(PAUSE_MS_MAX, Math.max(PAUSE_MS_MIN, pauseMs * 2));
