// Reads what somebody sent on a thread of its own: the server answers others meanwhile, and input that is made to take memory or time takes it
// there, and not much of it. What it comes to arrives in parts, each when the one before was taken in. How many are read at once is for whoever
// asks (`turns.ts`).

import { once } from 'node:events';
import { parentPort } from 'node:worker_threads';
import type { ErrorCode } from '@countinghouse/contract/errors';
import { Refusal } from '../http/refusal.ts';
import { startThread, taskOf } from '../work/thread.ts';

// Source: decisions 0075, 0120 and 0094.
export const HEAP_MB_MAX = 208;
export const YOUNG_MB_MAX = 24;
const TIME_MS_MAX = 15_000;

/** What a module reads on a thread; it calls `readHere` with the same at its end. */
export interface Reader<Sent, Part> {
  /** Its own `import.meta.url`. */
  readonly moduleUrl: string;
  readonly task: string;
  /** Refuses what nothing is taken of. Each part takes the server's thread a few milliseconds at most. */
  readonly read: (sent: Sent) => Iterable<Part>;
  /** How input is refused that takes too much, with the sentence that says so. */
  readonly refuse: (message: string) => Refusal;
}

type Told<Part> = { readonly part: Part } | { readonly refused: Pick<Refusal, 'code' | 'details'> } | 'end';

/** The parts, in order. Throws what the reader refuses, and so too for input that takes more than 208 MB of heap, or 15 s. */
export function readOnThread<Sent, Part>(
  { moduleUrl, task, refuse }: Reader<Sent, Part>,
  sent: Sent,
  timeMsMax = TIME_MS_MAX,
): Promise<readonly Part[]> {
  return new Promise((resolve, reject) => {
    const parts: Part[] = [];
    const thread = startThread(moduleUrl, task, sent, HEAP_MB_MAX, YOUNG_MB_MAX);
    const timer = setTimeout(() => {
      reject(refuse('Reading this file takes too long. Split it.'));
      void thread.terminate();
    }, timeMsMax);
    thread.on('message', (told: Told<Part>) => {
      if (told === 'end') resolve(parts);
      else if ('refused' in told) reject(new Refusal(told.refused.code as ErrorCode, told.refused.details));
      else {
        parts.push(told.part);
        // Others have their turn between two parts.
        setImmediate(() => thread.postMessage('next'));
      }
    });
    thread.on('error', (error: NodeJS.ErrnoException) => {
      const tooLarge = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      reject(tooLarge ? refuse('Reading this file takes too much memory. Split it.') : error);
    });
    thread.on('exit', () => {
      clearTimeout(timer);
      reject(new Error(`the thread that was to ${task} ended without an answer`));
    });
  });
}

/** On the thread that was started for this reader: reads. Anywhere else nothing. */
export async function readHere<Sent, Part>({ task, read }: Reader<Sent, Part>): Promise<void> {
  const sent = taskOf<Sent>(task);
  const port = parentPort;
  if (sent === null || port === null) return;
  const tell = (told: Told<Part>): void => port.postMessage(told);
  try {
    for (const part of read(sent)) {
      tell({ part });
      await once(port, 'message');
    }
    tell('end');
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    tell({ refused: { code: error.code, details: error.details } });
  }
}
