// Every worker of the system, but for evidence, which has a thread of its own. They read what the log says and write through the same path as everybody.

import { forgetGuesses } from './auth/guesses.ts';
import { forgetSignIns } from './auth/sign-ins.ts';
import { mailLosses } from './checks/loss-mail.ts';
import { Anchoring } from './features/anchors/worker.ts';
import { expireApprovals, tellCheckers } from './features/approvals/worker.ts';
import { AuditExports } from './features/audit-export/worker.ts';
import { askForChecks, checkLedgers } from './features/health/worker.ts';
import { expireHolds } from './features/holds/worker.ts';
import { postImports } from './features/imports/worker.ts';
import { type Examined, postInterest } from './features/interest/worker.ts';
import { encryptBehind, replayTombstones } from './features/privacy/worker.ts';
import { goOnMatching } from './features/recon/worker.ts';
import { replayLedgers } from './features/replays/worker.ts';
import { postDueSchedules } from './features/schedules/worker.ts';
import { forgetAttempts } from './http/attempts.ts';
import type { Services } from './services.ts';
import { startWorker } from './work/worker.ts';

const SUM_DAYS_EVERY_MS = 1_000;
const HIGH_WATER_EVERY_MS = 1_000;
const TELL_LOSSES_EVERY_MS = 5_000;
const ANCHOR_EVERY_MS = 1_000;
const AUDIT_EXPORT_EVERY_MS = 1_000;
const MEASURE_EVERY_MS = 10_000;
const EXPIRE_HOLDS_EVERY_MS = 5_000;
const EXPIRE_APPROVALS_EVERY_MS = 30_000;
const TELL_CHECKERS_EVERY_MS = 2_000;
const MATCH_EVERY_MS = 1_000;
const POST_IMPORTS_EVERY_MS = 1_000;
/** An erasure that the log could not be told at the start, because it had gone back, is told once the loss is accepted. */
const REPLAY_TOMBSTONES_EVERY_MS = 10_000;
const ENCRYPT_EVERY_MS = 2_000;
const POST_INTEREST_EVERY_MS = 30_000;
const CHECK_LEDGERS_EVERY_MS = 1_000;
const ASK_FOR_CHECKS_EVERY_MS = 60_000;
const POST_SCHEDULES_EVERY_MS = 30_000;
const FORGET_SIGN_INS_EVERY_MS = 3_600_000;

/** Starts them all; the answer stops them, each at its next border. */
export function startWorkers(services: Services, onError: (worker: string, error: unknown) => void): () => Promise<void> {
  const todayUtc = (): string => new Date(services.clock.nowMs()).toISOString().slice(0, 10);
  const watch = (name: string) => (error: unknown) => onError(name, error);
  const anchoring = new Anchoring(services);
  const interestExamined: Examined = new Map();
  const auditExports = new AuditExports(services, watch('audit-export'));
  const workers = [
    startWorker(POST_IMPORTS_EVERY_MS, (stopping) => postImports(services, stopping), watch('imports')),
    startWorker(MATCH_EVERY_MS, (stopping) => goOnMatching(services, stopping), watch('recon')),
    startWorker(EXPIRE_HOLDS_EVERY_MS, (stopping) => expireHolds(services, stopping), watch('holds')),
    startWorker(SUM_DAYS_EVERY_MS, (stopping) => services.daySums.pass(stopping), watch('days')),
    startWorker(HIGH_WATER_EVERY_MS, (stopping) => services.highWater.pass(performance.now(), stopping), watch('high-water')),
    startWorker(TELL_LOSSES_EVERY_MS, () => mailLosses(services), watch('losses')),
    startWorker(ANCHOR_EVERY_MS, (stopping) => anchoring.pass(new Date(), stopping), watch('anchors')),
    startWorker(AUDIT_EXPORT_EVERY_MS, (stopping) => auditExports.pass(stopping), watch('audit-export')),
    startWorker(EXPIRE_APPROVALS_EVERY_MS, (stopping) => expireApprovals(services, stopping), watch('approvals')),
    startWorker(TELL_CHECKERS_EVERY_MS, () => tellCheckers(services), watch('checkers')),
    startWorker(MEASURE_EVERY_MS, () => services.recorder.flush().then(() => services.recorder.sample()), watch('performance')),
    startWorker(REPLAY_TOMBSTONES_EVERY_MS, () => replayTombstones(services), watch('tombstones')),
    startWorker(ENCRYPT_EVERY_MS, (stopping) => encryptBehind(services, stopping), watch('privacy')),
    startWorker(POST_SCHEDULES_EVERY_MS, (stopping) => postDueSchedules(services, todayUtc(), stopping), watch('schedules')),
    startWorker(POST_INTEREST_EVERY_MS, (stopping) => postInterest(services, todayUtc(), stopping, interestExamined), watch('interest')),
    startWorker(ASK_FOR_CHECKS_EVERY_MS, () => askForChecks(services), watch('checks')),
    startWorker(CHECK_LEDGERS_EVERY_MS, (stopping) => checkLedgers(services, stopping), watch('health')),
    startWorker(CHECK_LEDGERS_EVERY_MS, (stopping) => replayLedgers(services, stopping), watch('replays')),
    startWorker(
      FORGET_SIGN_INS_EVERY_MS,
      async () => {
        await forgetSignIns(services.authPool);
        await forgetGuesses(services.authPool);
        await forgetAttempts(services.authPool);
      },
      watch('sign-ins'),
    ),
  ];
  services.mailWorker.start();
  return async () => {
    await Promise.all([services.mailWorker, ...workers].map((w) => w.stop()));
    await auditExports.settle();
  };
}
