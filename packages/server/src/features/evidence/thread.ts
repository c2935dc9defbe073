// Evidence is written on a thread of its own, with its own connections: what it takes to make bundles and packs no request waits for.
// A thread that ends by itself is started again. Whether a log went back, and whose turn it is, only the process knows: the thread asks it.

import { type MessagePort, parentPort } from 'node:worker_threads';
import type { WorkerLeases } from '@countinghouse/store/cluster/worker-leases';
import { openPool, type Where, withRows } from '@countinghouse/store/connection';
import type { HighWater } from '@countinghouse/store/high-water/high-water';
import { Keyring } from '@countinghouse/store/keys/keyring';
import { openKms } from '@countinghouse/store/keys/open-kms';
import { type ObjectSettings, openObjects } from '@countinghouse/store/objects/open-objects';
import type { Metrics } from '../../measure/metrics.ts';
import { Channel, channelTo } from '../../work/channel.ts';
import { memoryPlan } from '../../work/memory.ts';
import { startThread, stepBack, taskOf } from '../../work/thread.ts';
import { startWorker } from '../../work/worker.ts';
import { writeEvidence } from './worker.ts';

const PASS_EVERY_MS = 1_000;
/** After a pass that took longer the pause is as long, up to this: under load packs fill, and half of one core at most goes into it. */
const PAUSE_MS_MAX = 10_000;
const RESTART_AFTER_MS = 1_000;
const TASK = 'write evidence';
/** Its name among the work that servers share. */
const TURN = 'evidence';

interface Task extends ObjectSettings {
  readonly where: Where;
  readonly kmsKeyId: string | null;
}
/** What the process does when the thread asks it to. */
interface ProcessActs {
  /** Whether the log went back. */
  check: HighWater['check'];
  hasTurn(): boolean;
  observe: Metrics['observeEvidence'];
  /** A pass failed, and will be tried again. In texts: not all that an error carries can be copied. */
  fail(message: string, stack: string | undefined): void;
}
/** What the thread does when the process asks it to. */
interface ThreadActs {
  stop(): void;
}

interface ThreadOptions {
  readonly settings: ObjectSettings & { readonly kmsKeyId: string | null };
  readonly where: Where;
  readonly metrics: Pick<Metrics, 'observeEvidence'>;
  readonly highWater: Pick<HighWater, 'check'>;
  readonly workerLeases: Pick<WorkerLeases, 'join' | 'has'>;
  readonly onError: (error: unknown) => void;
}

/** Starts the thread; the answer stops it at the next border of its work. */
export function startEvidenceThread({
  settings: { s3, dataDir, kmsKeyId },
  where,
  metrics,
  highWater,
  workerLeases,
  onError,
}: ThreadOptions): () => Promise<void> {
  const task: Task = { where, s3, dataDir, kmsKeyId };
  workerLeases.join(TURN);
  let stopping = false;
  let channel: Channel<ProcessActs, ThreadActs>;
  let restart: NodeJS.Timeout | undefined;
  let ended = Promise.resolve();
  const acts: ProcessActs = {
    check: (tenantId) => highWater.check(tenantId),
    hasTurn: () => workerLeases.has(TURN),
    observe: (outcome, count) => metrics.observeEvidence(outcome, count),
    fail: (message, stack) => onError(Object.assign(new Error(message), { stack })),
  };
  const start = (): void => {
    const thread = startThread(import.meta.url, TASK, task, memoryPlan().threadMb.evidence);
    thread.once('exit', () => {
      if (!stopping) restart = setTimeout(start, RESTART_AFTER_MS);
    });
    ({ channel, ended } = channelTo(thread, acts, onError));
  };
  start();
  return async () => {
    stopping = true;
    clearTimeout(restart);
    channel.tell('stop');
    await ended;
  };
}

/** On the thread: pass after pass, until it is told to stop. */
function run({ where, kmsKeyId, s3, dataDir }: Task, port: MessagePort): void {
  stepBack();
  const channel = new Channel<ThreadActs, ProcessActs>((message) => port.postMessage(message), { stop: () => void end() });
  const place = withRows(where, { s3, dataDir });
  const services = {
    highWater: { check: (tenantId: string) => channel.ask('check', tenantId) },
    writerPool: openPool(place, 'writer', { max: 1 }),
    readerPool: openPool(place, 'reader', { max: 1 }),
    keyring: new Keyring(openKms({ dataDir, kmsKeyId })),
    objects: openObjects({ s3, dataDir }),
    metrics: { observeEvidence: (...seen: Parameters<Metrics['observeEvidence']>) => channel.tell('observe', ...seen) },
  };
  const worker = startWorker(
    (tookMs) => Math.min(PAUSE_MS_MAX, Math.max(PASS_EVERY_MS, tookMs)),
    async (stopping) => {
      if (await channel.ask('hasTurn')) await writeEvidence(services, stopping);
    },
    (error) => channel.tell('fail', String(error), error instanceof Error ? error.stack : undefined),
  );
  const end = async (): Promise<void> => {
    await worker.stop();
    services.objects.close();
    await Promise.all([services.writerPool.end(), services.readerPool.end()]);
    port.close();
  };
  // Listening also keeps the thread alive.
  port.on('message', (message: unknown) => void channel.hear(message));
}

const task = taskOf<Task>(TASK);
if (task !== null && parentPort !== null) run(task, parentPort);
