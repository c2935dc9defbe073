// How a server ends: not ready, a while of serving on, no new requests, those under way finish, then the database. Nothing may hold it up
// for ever: what has not come to its end by then is left, as by a kill, which the next start recovers from.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Draining } from './http/draining.ts';

/** For requests under way, workers and connections together. Source: decision 0073. */
export const CLOSE_WITHIN_MS = 9_000;

interface Stopping {
  readonly draining: Draining;
  /** Ends everything but the database. */
  readonly close: () => Promise<void>;
  /** Ends the database, within a time of its own. */
  readonly stopDatabase: () => Promise<void>;
  readonly say: (line: string) => void;
}

/** Ends the process: after so many milliseconds of serving on. */
export type Stop = (drainMs: number) => void;

/** The end of the process with 0, once, however often it is asked for: the second time only cuts the draining short. */
export function stopOf({ draining, close, stopDatabase, say }: Stopping): Stop {
  const hurry = new AbortController();
  const stop = async (drainMs: number): Promise<void> => {
    draining.begin();
    await sleep(drainMs, undefined, { signal: hurry.signal }).catch(() => {});
    const closed = await Promise.race([close().then(() => true), sleep(CLOSE_WITHIN_MS, false)]);
    if (!closed) say(`not everything came to its end within ${CLOSE_WITHIN_MS / 1000} s; it is left as it is`);
    await stopDatabase();
    process.exit(0);
  };
  return (drainMs) => (draining.begun ? hurry.abort() : void stop(drainMs));
}

/** SIGTERM drains for as long; Ctrl-C does not, since somebody at a keyboard waits for it. The answer ends that. */
export function stopOnSignals(stop: Stop, drainMs: number, say: (line: string) => void): () => void {
  const hear = (signal: NodeJS.Signals, forMs: number): (() => void) => {
    const heard = (): void => {
      say(`stopping (${signal})`);
      stop(forMs);
    };
    process.on(signal, heard);
    return () => void process.off(signal, heard);
  };
  const ends = [hear('SIGTERM', drainMs), hear('SIGINT', 0)];
  return () => {
    for (const end of ends) end();
  };
}
