// Every worker of the house. They read what the log says and write through the same path as everybody.

import { expireHolds } from './features/holds/worker.ts';
import type { Services } from './services.ts';
import { startWorker } from './worker.ts';

const EXPIRE_HOLDS_EVERY_MS = 5_000;

/** Starts them all; the answer stops them, each at its next border. */
export function startWorkers(services: Services, onError: (worker: string, error: unknown) => void): () => Promise<void> {
  const workers = [
    startWorker(
      EXPIRE_HOLDS_EVERY_MS,
      (stopping) => expireHolds(services, stopping),
      (error) => onError('holds', error),
    ),
  ];
  return async () => {
    await Promise.all(workers.map((w) => w.stop()));
  };
}
