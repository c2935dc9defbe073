// Reads a bank's file on a thread of its own, one file at a time: 10 MB take a second or two, during which the server answers others,
// and a file that is made to take memory or time takes it there.

import { parentPort } from 'node:worker_threads';
import { startThread, taskOf } from '../work/thread.ts';
import { type BankFile, type BankFileOptions, readBankFile } from './read-bank-file.ts';
import { BankFileFault } from './statement.ts';

const HEAP_MB_MAX = 1_024;
const TIME_MS_MAX = 60_000;
const TASK = 'read a bank file';

interface Task {
  readonly bytes: Uint8Array;
  readonly options: BankFileOptions;
}
type Answer = { readonly file: BankFile } | { readonly fault: Pick<BankFileFault, 'code' | 'sentence' | 'line' | 'element'> };

let before: Promise<unknown> = Promise.resolve();

/** As `readBankFile`, with its faults; TOO_LONG for a file that takes more than a minute, or a gigabyte. Files wait for those before them. */
export function readBankFileAside(bytes: Uint8Array, options: BankFileOptions = {}, timeMsMax = TIME_MS_MAX): Promise<BankFile> {
  const read = before.then(() => readOnThread({ bytes, options }, timeMsMax));
  before = read.catch(() => undefined);
  return read;
}

function readOnThread(task: Task, timeMsMax: number): Promise<BankFile> {
  return new Promise((resolve, reject) => {
    const thread = startThread(import.meta.url, TASK, task, HEAP_MB_MAX);
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
