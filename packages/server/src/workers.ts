// Every worker of the house. They read what the log says and write through the same path as everybody.

import { Anchoring } from './features/anchors/worker.ts';
import { expireApprovals, tellCheckers } from './features/approvals/worker.ts';
import { expireHolds } from './features/holds/worker.ts';
import { postImports } from './features/imports/worker.ts';
import { postInterest } from './features/interest/worker.ts';
import { postDueSchedules } from './features/schedules/worker.ts';
import type { Services } from './services.ts';
import { startWorker } from './worker.ts';

const todayUtc = (): string => new Date().toISOString().slice(0, 10);

const ANCHOR_EVERY_MS = 1_000;
const EXPIRE_HOLDS_EVERY_MS = 5_000;
const EXPIRE_APPROVALS_EVERY_MS = 30_000;
const TELL_CHECKERS_EVERY_MS = 2_000;
const POST_IMPORTS_EVERY_MS = 1_000;
const POST_INTEREST_EVERY_MS = 30_000;
const POST_SCHEDULES_EVERY_MS = 30_000;

/** Starts them all; the answer stops them, each at its next border. */
export function startWorkers(services: Services, onError: (worker: string, error: unknown) => void): () => Promise<void> {
  const watch = (name: string) => (error: unknown) => onError(name, error);
  const anchoring = new Anchoring(services);
  const workers = [
    startWorker(POST_IMPORTS_EVERY_MS, (stopping) => postImports(services, stopping), watch('imports')),
    startWorker(EXPIRE_HOLDS_EVERY_MS, (stopping) => expireHolds(services, stopping), watch('holds')),
    startWorker(ANCHOR_EVERY_MS, (stopping) => anchoring.pass(new Date(), stopping), watch('anchors')),
    startWorker(EXPIRE_APPROVALS_EVERY_MS, (stopping) => expireApprovals(services, stopping), watch('approvals')),
    startWorker(TELL_CHECKERS_EVERY_MS, () => tellCheckers(services), watch('checkers')),
    startWorker(POST_SCHEDULES_EVERY_MS, (stopping) => postDueSchedules(services, todayUtc(), stopping), watch('schedules')),
    startWorker(POST_INTEREST_EVERY_MS, (stopping) => postInterest(services, todayUtc(), stopping), watch('interest')),
  ];
  services.mailWorker.start();
  return async () => {
    await Promise.all([services.mailWorker, ...workers].map((w) => w.stop()));
  };
}
