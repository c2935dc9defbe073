// Continuous archiving on a thread of its own: it writes files and hashes them without any request waiting for it. A thread that ends by
// itself is started again.

import { parentPort, type Worker } from 'node:worker_threads';
import { type ArchiveOptions, archive } from '@countinghouse/store/backup/archive';
import { memoryPlan } from '../work/memory.ts';
import { startThread, stepBack, taskOf } from '../work/thread.ts';
import type { BackupWatch } from './watch.ts';

const TASK = 'archive';
const RESTART_AFTER_MS = 1_000;

type Task = Omit<ArchiveOptions, 'onReached' | 'onBase' | 'onError'>;
type Told =
  | { readonly is: 'reached'; readonly at: string }
  | { readonly is: 'copied'; readonly at: string }
  | { readonly is: 'failed'; readonly message: string; readonly stack: string | undefined };

/** Starts the thread; the answer stops it once what it has is on the disk. */
export function startArchiving(task: Task, watch: BackupWatch, onError: (error: unknown) => void): () => Promise<void> {
  let stopping = false;
  let thread: Worker;
  let restart: NodeJS.Timeout | undefined;
  let ended = Promise.resolve();
  const start = (): void => {
    thread = startThread(import.meta.url, TASK, task, memoryPlan().threadMb.archiving);
    thread.on('message', (told: Told) => {
      if (told.is === 'reached') watch.note({ reached: told.at });
      else if (told.is === 'copied') watch.note({ copied: told.at });
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
    thread.postMessage('stop');
    await ended;
  };
}

const task = taskOf<Task>(TASK);
if (task !== null) {
  stepBack();
  const tell = (told: Told): void => parentPort?.postMessage(told);
  const stopping = new AbortController();
  parentPort?.once('message', () => stopping.abort());
  const onError = (error: unknown): void =>
    tell({ is: 'failed', message: String(error), stack: error instanceof Error ? error.stack : undefined });
  await archive(
    {
      ...task,
      onReached: ({ at }) => tell({ is: 'reached', at }),
      onBase: ({ endedAt }) => tell({ is: 'copied', at: endedAt }),
      onError,
    },
    stopping.signal,
  );
  parentPort?.close();
}
