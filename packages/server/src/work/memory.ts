// How much memory a process of the server takes at most, whatever comes, and whose which part of it is. All of it goes by the heap that Node gives the
// process: what `--max-old-space-size` says, else what Node thinks right for the machine or the container. Source: decision 0233.

import { getHeapStatistics } from 'node:v8';

const MB = 2 ** 20;
const GB = 2 ** 30;

/** The heaps of the threads that live as long as the process: so much, and no larger a share of the heap of the process. */
const THREADS = {
  reading: { mbMax: 1_024, share: 1 / 4 },
  /** A replay holds the state of the largest organisation. */
  checking: { mbMax: 2_048, share: 1 / 2 },
  /** Some tens of MB are needed. */
  evidence: { mbMax: 512, share: 1 / 8 },
  /** Parts of a copy that wait to be written have some MB. */
  archiving: { mbMax: 512, share: 1 / 8 },
  /** What is read ahead for sixteen receivers has some MB each. */
  sending: { mbMax: 512, share: 1 / 8 },
} as const;
/** What each of them has beside that: what it has just made, and its code. */
const BESIDE_A_THREAD_BYTES = 64 * MB;
/** A byte of large bodies under way for so many of the heap, on which what is parsed of them takes many times as much: 8 MB of bodies with 512 MB. Source: decision 0089. */
const HEAP_BYTES_A_BODY_BYTE = 64;
/** A byte of files that wait for so many of the heap, beside it: 64 MB of files with 512 MB. Source: decision 0075. */
const HEAP_BYTES_A_FILE_BYTE = 8;
/** One file that is read for so much heap: what it becomes takes some 300 MB there. Source: decision 0120. */
const HEAP_BYTES_A_TURN = GB;
/** What the thread that reads a file takes, the file with it. Source: decision 0094. */
const A_TURN_BYTES = 256 * MB;
/** The program and its libraries, connections, answers on their way. */
const PROGRAM_BYTES = 256 * MB;

export type LastingThread = keyof typeof THREADS;

interface MemoryPlan {
  /** Of each of the threads that last, the heap at most. */
  readonly threadMb: Readonly<Record<LastingThread, number>>;
  /** Large bodies under way. */
  readonly bodyBytes: number;
  /** Files that were received and wait. */
  readonly fileBytes: number;
  /** Files that are read at once. */
  readonly filesAtOnce: number;
  /** All of the process, resident. */
  readonly boundBytes: number;
}

/** Who may have how much where the process has so much heap; on its first thread by default what it has. */
export function memoryPlan(heapBytes: number = getHeapStatistics().heap_size_limit): MemoryPlan {
  const mbOf = (thread: LastingThread): number => Math.min(THREADS[thread].mbMax, Math.floor((heapBytes * THREADS[thread].share) / MB));
  const threadMb = {
    reading: mbOf('reading'),
    checking: mbOf('checking'),
    evidence: mbOf('evidence'),
    archiving: mbOf('archiving'),
    sending: mbOf('sending'),
  };
  const threads = Object.values(threadMb);
  const fileBytes = heapBytes / HEAP_BYTES_A_FILE_BYTE;
  const filesAtOnce = Math.max(1, Math.floor(heapBytes / HEAP_BYTES_A_TURN));
  return {
    threadMb,
    bodyBytes: heapBytes / HEAP_BYTES_A_BODY_BYTE,
    fileBytes,
    filesAtOnce,
    boundBytes:
      heapBytes +
      threads.reduce((sum, mb) => sum + mb * MB + BESIDE_A_THREAD_BYTES, 0) +
      fileBytes +
      filesAtOnce * A_TURN_BYTES +
      PROGRAM_BYTES,
  };
}
