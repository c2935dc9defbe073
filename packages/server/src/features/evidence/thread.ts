// Evidence is written on a thread of its own, with its own connections: what it takes to make bundles and packs no request waits for.
// A thread that ends by itself is started again. Whether a log went back only the process knows, which heard of every batch: the thread asks it.

import { parentPort, type Worker } from 'node:worker_threads';
import { openPool, type Where } from '@countinghouse/store/connection';
import type { FoundLoss, HighWater } from '@countinghouse/store/high-water/high-water';
import { Keyring } from '@countinghouse/store/keys/keyring';
import { openKms } from '@countinghouse/store/keys/open-kms';
import { type ObjectSettings, openObjects } from '@countinghouse/store/objects/open-objects';
import type { Metrics } from '../../measure/metrics.ts';
import { startThread, stepBack, taskOf } from '../../work/thread.ts';
import { startWorker } from '../../work/worker.ts';
import { writeEvidence } from './worker.ts';

const PASS_EVERY_MS = 1_000;
/** After a pass that took longer the pause is as long, up to this: under load packs fill, and half of one core at most goes into it. */
const PAUSE_MS_MAX = 10_000;
const RESTART_AFTER_MS = 1_000;
/** Some tens are needed. */
const HEAP_MB_MAX = 512;
const TASK = 'write evidence';

interface Task extends ObjectSettings {
  readonly where: Where;
  readonly kmsKeyId: string | null;
}
/** Of the process to the thread: to stop, or whether the log that it asked about went back. */
type Heard = 'stop' | { readonly asked: number; readonly loss: FoundLoss | null } | { readonly asked: number; readonly failure: string };
type Told =
  | { readonly is: 'asks'; readonly asked: number; readonly tenantId: string }
  | { readonly is: 'observed'; readonly outcome: 'written' | 'failed'; readonly count: number }
  | { readonly is: 'failed'; readonly message: string; readonly stack: string | undefined };

interface ThreadOptions {
  readonly settings: ObjectSettings & { readonly kmsKeyId: string | null };
  readonly where: Where;
  readonly metrics: Pick<Metrics, 'observeEvidence'>;
  readonly highWater: Pick<HighWater, 'check'>;
  readonly onError: (error: unknown) => void;
}

/** Starts the thread; the answer stops it at the next border of its work. */
export function startEvidenceThread({
  settings: { s3, dataDir, kmsKeyId },
  where,
  metrics,
  highWater,
  onError,
}: ThreadOptions): () => Promise<void> {
  const task: Task = { where, s3, dataDir, kmsKeyId };
  let stopping = false;
  let thread: Worker;
  let restart: NodeJS.Timeout | undefined;
  let ended = Promise.resolve();
  const start = (): void => {
    thread = startThread(import.meta.url, TASK, task, HEAP_MB_MAX);
    const own = thread;
    const hear = (heard: Heard): void => own.postMessage(heard);
    thread.on('message', (told: Told) => {
      if (told.is === 'asks') {
        const { asked, tenantId } = told;
        highWater.check(tenantId).then(
          (loss) => hear({ asked, loss }),
          (error: unknown) => hear({ asked, failure: String(error) }),
        );
      } else if (told.is === 'observed') metrics.observeEvidence(told.outcome, told.count);
      else onError(Object.assign(new Error(told.message), { stack: told.stack }));
    });
    thread.on('error', onError);
    ended = new Promise((resolve) => {
      thread.once('exit', () => {
        if (!stopping) restart = setTimeout(start, RESTART_AFTER_MS);
        resolve();
      });
    });
  };
  start();
  return async () => {
    stopping = true;
    clearTimeout(restart);
    thread.postMessage('stop' satisfies Heard);
    await ended;
  };
}

/** On the thread: pass after pass, until it is told to stop. */
function run({ where, kmsKeyId, s3, dataDir }: Task, tell: (told: Told) => void): void {
  stepBack();
  const asking = new Map<number, PromiseWithResolvers<FoundLoss | null>>();
  let asked = 0;
  const check = (tenantId: string): Promise<FoundLoss | null> => {
    const answer = Promise.withResolvers<FoundLoss | null>();
    asked += 1;
    asking.set(asked, answer);
    tell({ is: 'asks', asked, tenantId });
    return answer.promise;
  };
  const services = {
    highWater: { check },
    writerPool: openPool(where, 'writer', { max: 1 }),
    readerPool: openPool(where, 'reader', { max: 1 }),
    keyring: new Keyring(openKms({ dataDir, kmsKeyId })),
    objects: openObjects({ s3, dataDir }),
    metrics: { observeEvidence: (outcome: 'written' | 'failed', count: number) => tell({ is: 'observed', outcome, count }) },
  };
  const worker = startWorker(
    (tookMs) => Math.min(PAUSE_MS_MAX, Math.max(PASS_EVERY_MS, tookMs)),
    (stopping) => writeEvidence(services, stopping),
    (error) => tell({ is: 'failed', message: String(error), stack: error instanceof Error ? error.stack : undefined }),
  );
  const end = async (): Promise<void> => {
    await worker.stop();
    services.objects.close();
    await Promise.all([services.writerPool.end(), services.readerPool.end()]);
    parentPort?.close();
  };
  // Listening also keeps the thread alive.
  parentPort?.on('message', (heard: Heard) => {
    if (heard === 'stop') return void end();
    const answer = asking.get(heard.asked);
    asking.delete(heard.asked);
    if ('loss' in heard) answer?.resolve(heard.loss);
    else answer?.reject(new Error(heard.failure));
  });
}

const task = taskOf<Task>(TASK);
if (task !== null) run(task, (told) => parentPort?.postMessage(told));
