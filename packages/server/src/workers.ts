// Every worker of the system, but for evidence, which has a thread of its own. They read what the log says and write through the same path as everybody.
// Most of them are one server's turn at a time (`shared`); those that keep what this process itself has seen run in each (`own`).

import { sumBacklog } from '@countinghouse/store/outbound/due';
import { forgetGuesses } from './auth/guesses.ts';
import { forgetSignIns } from './auth/sign-ins.ts';
import { mailLosses } from './checks/loss-mail.ts';
import { Anchoring } from './features/anchors/worker.ts';
import { expireApprovals, tellCheckers } from './features/approvals/worker.ts';
import { tellOfLateTasks } from './features/close-tasks/worker.ts';
import { askForChecks, checkLedgers } from './features/health/worker.ts';
import { expireHolds } from './features/holds/worker.ts';
import { postImports } from './features/imports/worker.ts';
import { type Examined, postInterest } from './features/interest/worker.ts';
import { encryptBehind, replayTombstones } from './features/privacy/worker.ts';
import { goOnMatching } from './features/recon/worker.ts';
import { replayLedgers } from './features/replays/worker.ts';
import { postDueSchedules } from './features/schedules/worker.ts';
import { finishResets, tellOfResets } from './features/second-factor-resets/worker.ts';
import { WitnessOffers } from './features/witnesses/worker.ts';
import { forgetAttempts } from './http/attempts.ts';
import { type Broker, brokerOutlet } from './outbound/broker.ts';
import { endpointOutlet } from './outbound/endpoint.ts';
import type { Outlet } from './outbound/outlet.ts';
import { Senders, type Serving } from './outbound/senders.ts';
import type { Services } from './services.ts';
import { inTurn } from './tracing/turn.ts';
import { startWorker, type Worker } from './work/worker.ts';

const SUM_DAYS_EVERY_MS = 1_000;
const ADD_REPEATS_EVERY_MS = 1_000;
const HIGH_WATER_EVERY_MS = 1_000;
const TELL_LOSSES_EVERY_MS = 5_000;
const ANCHOR_EVERY_MS = 1_000;
const OFFER_EVERY_MS = 1_000;
/** Logs that grew in this process are sent on after so long; all of them are looked at for what other processes wrote or left. */
const SEND_GROWN_EVERY_MS = 250;
const SEND_ALL_EVERY_MS = 3_000;
const MEASURE_EVERY_MS = 10_000;
const EXPIRE_HOLDS_EVERY_MS = 5_000;
const EXPIRE_APPROVALS_EVERY_MS = 30_000;
const TELL_CHECKERS_EVERY_MS = 2_000;
const TELL_OF_RESETS_EVERY_MS = 10_000;
const FINISH_RESETS_EVERY_MS = 60_000;
const TELL_OF_LATE_TASKS_EVERY_MS = 300_000;
const MATCH_EVERY_MS = 1_000;
const POST_IMPORTS_EVERY_MS = 1_000;
/** An erasure that the log could not be told at the start, because it had gone back, is told once the loss is accepted. */
const REPLAY_TOMBSTONES_EVERY_MS = 10_000;
const ENCRYPT_EVERY_MS = 2_000;
const POST_INTEREST_EVERY_MS = 30_000;
const CHECK_LEDGERS_EVERY_MS = 1_000;
const ASK_FOR_CHECKS_EVERY_MS = 60_000;
const POST_SCHEDULES_EVERY_MS = 30_000;
const CARE_FOR_DISK_EVERY_MS = 5_000;
const FORGET_SIGN_INS_EVERY_MS = 3_600_000;

type Pass = (stopping: AbortSignal) => Promise<unknown>;

/** Starts them all; the answer stops them, each at its next border. `sending`: where webhooks are sent. */
export function startWorkers(services: Services, sending: Serving, onError: (worker: string, error: unknown) => void): () => Promise<void> {
  const { clock } = services;
  const watch = (name: string) => (error: unknown) => onError(name, error);
  const anchoring = new Anchoring(services);
  const interestExamined: Examined = new Map();
  const senders: Senders[] = [];
  const sendTo = (name: string, outlet: Outlet, serving?: Serving): Senders => {
    const own = new Senders(services, outlet, watch(name), serving);
    services.grownLogs.listen((tenantId) => own.wake(tenantId));
    senders.push(own);
    return own;
  };
  const webhooks = sendTo('webhooks', endpointOutlet(services), sending);
  const witnessOffers = new WitnessOffers(services, watch('witnesses'));
  const own = (name: string, everyMs: number, pass: Pass): Worker =>
    startWorker(everyMs, (stopping) => inTurn(name, () => pass(stopping)), watch(name));
  const shared = (name: string, everyMs: number, pass: Pass, notOurs: () => void = () => {}): Worker => {
    const worker = own(name, everyMs, async (stopping) => {
      const taken = await services.workerLeases.take(name, stopping, async (over) => {
        await pass(over);
        return true;
      });
      if (taken === null) notOurs();
    });
    services.workerLeases.join(name, worker.nudge);
    return worker;
  };
  const workers = [
    shared('imports', POST_IMPORTS_EVERY_MS, (stopping) => postImports(services, stopping)),
    shared('recon', MATCH_EVERY_MS, (stopping) => goOnMatching(services, stopping)),
    shared('holds', EXPIRE_HOLDS_EVERY_MS, (stopping) => expireHolds(services, stopping)),
    own('days', SUM_DAYS_EVERY_MS, (stopping) => services.daySums.pass(stopping)),
    own('repeats', ADD_REPEATS_EVERY_MS, () => services.repeats.flush()),
    own('high-water', HIGH_WATER_EVERY_MS, (stopping) => services.highWater.pass(performance.now(), stopping)),
    own('losses', TELL_LOSSES_EVERY_MS, () => mailLosses(services)),
    shared('anchors', ANCHOR_EVERY_MS, (stopping) => anchoring.pass(new Date(clock.nowMs()), stopping)),
    shared('witnesses', OFFER_EVERY_MS, (stopping) => witnessOffers.pass(stopping)),
    // Whichever server wrote sends; an organisation's log is one server's at a time all the same: whoever has the lease of its cursor.
    own('webhooks-grown', SEND_GROWN_EVERY_MS, (stopping) => webhooks.passGrown(stopping)),
    shared('webhooks', SEND_ALL_EVERY_MS, (stopping) => webhooks.pass(stopping)),
    ...services.brokers.flatMap((broker) => brokerWorkers(services, broker, sendTo(broker.kind, brokerOutlet(broker)), own)),
    shared('approvals', EXPIRE_APPROVALS_EVERY_MS, (stopping) => expireApprovals(services, stopping)),
    shared('checkers', TELL_CHECKERS_EVERY_MS, () => tellCheckers(services)),
    shared('told-resets', TELL_OF_RESETS_EVERY_MS, () => tellOfResets(services)),
    shared('resets', FINISH_RESETS_EVERY_MS, (stopping) => finishResets(services, stopping)),
    shared('late-tasks', TELL_OF_LATE_TASKS_EVERY_MS, (stopping) => tellOfLateTasks(services, stopping)),
    own('performance', MEASURE_EVERY_MS, () => services.recorder.flush()),
    shared(
      'samples',
      MEASURE_EVERY_MS,
      () => services.recorder.sample(),
      () => services.metrics.observeSamples(null),
    ),
    own('disk', CARE_FOR_DISK_EVERY_MS, () => services.disk.tell()),
    shared('ballast', CARE_FOR_DISK_EVERY_MS, () => services.disk.keepBallast()),
    own('tombstones', REPLAY_TOMBSTONES_EVERY_MS, () => replayTombstones(services)),
    shared('privacy', ENCRYPT_EVERY_MS, (stopping) => encryptBehind(services, stopping)),
    shared('schedules', POST_SCHEDULES_EVERY_MS, (stopping) => postDueSchedules(services, clock.today(), stopping)),
    shared('interest', POST_INTEREST_EVERY_MS, (stopping) => postInterest(services, clock.today(), stopping, interestExamined)),
    shared('checks', ASK_FOR_CHECKS_EVERY_MS, () => askForChecks(services)),
    shared('health', CHECK_LEDGERS_EVERY_MS, (stopping) => checkLedgers(services, stopping)),
    shared('replays', CHECK_LEDGERS_EVERY_MS, (stopping) => replayLedgers(services, stopping)),
    shared('sign-ins', FORGET_SIGN_INS_EVERY_MS, async () => {
      await forgetSignIns(services.authPool);
      await forgetGuesses(services.authPool);
      await forgetAttempts(services.authPool);
    }),
  ];
  services.mailWorker.start();
  return async () => {
    await Promise.all([services.mailWorker, ...workers].map((w) => w.stop()));
    await Promise.all([...senders.map((s) => s.settle()), witnessOffers.settle()]);
  };
}

type Own = (name: string, everyMs: number, pass: Pass) => Worker;

/** Each server that reaches a broker sends what it wrote, and looks at all logs: of two, the one with a broken way out must not keep the other from it. */
function brokerWorkers(services: Services, broker: Broker, senders: Senders, own: Own): readonly Worker[] {
  let wasUp = false;
  const pass: Pass = async (stopping) => {
    if (broker.isUp) await senders.pass(stopping);
  };
  const all = own(broker.kind, SEND_ALL_EVERY_MS, pass);
  return [
    all,
    own(`${broker.kind}-grown`, SEND_GROWN_EVERY_MS, async (stopping) => {
      // What waited while it was away does not wait for the next look.
      if (broker.isUp && !wasUp) all.nudge();
      wasUp = broker.isUp;
      if (wasUp) await senders.passGrown(stopping);
    }),
    own(`${broker.kind}-backlog`, MEASURE_EVERY_MS, async () => {
      broker.backlog = await sumBacklog(services.writerPool, broker.kind);
    }),
  ];
}
