// How a server ends: not ready, a while of serving on, no new requests, those under way finish, then the database. Nothing may hold it up
// for ever: what has not come to its end by then is left, as by a kill, which the next start recovers from.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Draining } from './http/draining.ts';

/** For requests under way, workers and connections together. Source: decision 0073. */
const CLOSE_WITHIN_MS = 9_000;

interface Stopping {
  readonly draining: Draining;
  readonly drainMs: number;
  /** Ends everything but the database. */
  readonly close: () => Promise<void>;
  /** Ends the database, within a time of its own. */
  readonly stopDatabase: () => Promise<void>;
  readonly say: (line: string) => void;
}

/** Ends the process with 0, once, whatever comes how often: a second signal only cuts the draining short. */
export function stopOnSignals({ draining, drainMs, close, stopDatabase, say }: Stopping): void {
  const hurry = new AbortController();
  const stop = async (signal: string, forMs: number): Promise<void> => {
    if (draining.begun) return hurry.abort();
    draining.begin();
    say(`stopping (${signal})`);
    await sleep(forMs, undefined, { signal: hurry.signal }).catch(() => {});
    const closed = await Promise.race([close().then(() => true), sleep(CLOSE_WITHIN_MS, false)]);
    if (!closed) say(`not everything came to its end within ${CLOSE_WITHIN_MS / 1000} s; it is left as it is`);
    await stopDatabase();
    process.exit(0);
  };
  process.on('SIGTERM', () => void stop('SIGTERM', drainMs));
  // Somebody at a keyboard waits for it.
  process.on('SIGINT', () => void stop('SIGINT', 0));
}
