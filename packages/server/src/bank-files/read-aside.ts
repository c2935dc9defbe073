// Reads a bank's file on a thread of its own: 10 MB take a second or two, during which the server answers others, and a file that is made to
// take memory or time takes it there, and not much of it. How many are read at once is for whoever asks.

import { parentPort } from 'node:worker_threads';
import { startThread, taskOf } from '../work/thread.ts';
import { type BankFile, type BankFileOptions, readBankFile } from './read-bank-file.ts';
import { BankFileFault } from './statement.ts';

// Source: decision 0120.
export const HEAP_MB_MAX = 208;
export const YOUNG_MB_MAX = 24;
const TIME_MS_MAX = 15_000;
const TASK = 'read a bank file';

interface Task {
  readonly bytes: Uint8Array;
  readonly options: BankFileOptions;
}
type Answer = { readonly file: BankFile } | { readonly fault: Pick<BankFileFault, 'code' | 'sentence' | 'line' | 'element'> };

/** As `readBankFile`, with its faults; TOO_LONG for a file that takes more than 15 s, or 208 MB. */
export function readBankFileAside(bytes: Uint8Array, options: BankFileOptions = {}, timeMsMax = TIME_MS_MAX): Promise<BankFile> {
  const task: Task = { bytes, options };
  return new Promise((resolve, reject) => {
    const thread = startThread(import.meta.url, TASK, task, HEAP_MB_MAX, YOUNG_MB_MAX);
    const timer = setTimeout(() => {
      reject(new BankFileFault('TOO_LONG', 'Reading this file takes too long. Split it.'));
      void thread.terminate();
    }, timeMsMax);
    thread.on('message', (answer: Answer) => {
      if ('file' in answer) resolve(answer.file);
      else reject(new BankFileFault(answer.fault.code, answer.fault.sentence, answer.fault));
    });
    thread.on('error', (error: NodeJS.ErrnoException) => {
      const tooLarge = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      reject(tooLarge ? new BankFileFault('TOO_LONG', 'Reading this file takes too much memory. Split it.') : error);
    });
    thread.on('exit', () => {
      clearTimeout(timer);
      reject(new Error('the thread that read a bank file ended without an answer'));
    });
  });
}

function answer({ bytes, options }: Task): Answer {
  try {
    return { file: readBankFile(bytes, options) };
  } catch (error) {
    if (!(error instanceof BankFileFault)) throw error;
    const { code, sentence, line, element } = error;
    return { fault: { code, sentence, ...(line === undefined ? {} : { line }), ...(element === undefined ? {} : { element }) } };
  }
}

const task = taskOf<Task>(TASK);
if (task !== null) parentPort?.postMessage(answer(task));
