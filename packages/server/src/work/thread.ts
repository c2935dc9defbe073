// Work on a thread of its own. A module that has such work starts itself there: `startThread` names the task, `taskOf` finds it on the
// other side and is null everywhere else.

import { readlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { isMainThread, Worker, workerData } from 'node:worker_threads';
import { NICENESS } from '@countinghouse/store/step-back';

/** The threads that run now, each with the task it was started for. */
const running = new Map<Worker, string>();

interface Named<T> {
  readonly task: string;
  readonly data: T;
}

/**
 * Starts `moduleUrl` (its own `import.meta.url`) on a thread. `data` is copied; beyond `heapMbMax` the thread ends, and with it nothing else. `youngMbMax`: how much
 * of what it has just made may wait to be looked through; without it the usual 48 MB, which is quickest.
 */
export function startThread<T>(moduleUrl: string, task: string, data: T, heapMbMax: number, youngMbMax?: number): Worker {
  const named: Named<T> = { task, data };
  const young = youngMbMax === undefined ? {} : { maxYoungGenerationSizeMb: youngMbMax };
  const thread = new Worker(new URL(moduleUrl), { workerData: named, resourceLimits: { maxOldGenerationSizeMb: heapMbMax, ...young } });
  running.set(thread, task);
  thread.once('exit', () => running.delete(thread));
  return thread;
}

/** What the threads of each task have taken for their heaps, and what of it is in use, in bytes. A thread that ends meanwhile is not in it. */
export async function heapsByTask(): Promise<ReadonlyMap<string, { readonly total: number; readonly used: number }>> {
  const looked = await Promise.allSettled([...running].map(async ([thread, task]) => ({ task, heap: await thread.getHeapStatistics() })));
  const heaps = new Map<string, { readonly total: number; readonly used: number }>();
  for (const look of looked) {
    if (look.status === 'rejected') continue;
    const { task, heap } = look.value;
    const before = heaps.get(task) ?? { total: 0, used: 0 };
    heaps.set(task, { total: before.total + heap.total_heap_size, used: before.used + heap.used_heap_size });
  }
  return heaps;
}

/** What this thread was started with, if it was for this task. */
export function taskOf<T>(task: string): T | null {
  const named = workerData as Partial<Named<T>> | null;
  return !isMainThread && named?.task === task && named.data !== undefined ? named.data : null;
}

/** Behind whoever posts: the thread takes what time they leave. On Linux a thread has a priority of its own; elsewhere it shares that of the process. */
export function stepBack(): void {
  if (process.platform === 'linux') os.setPriority(Number(path.basename(readlinkSync('/proc/thread-self'))), NICENESS);
}
