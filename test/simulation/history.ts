// What happened, a line each, kept beside the seed so that a failed run can be read and repeated.

import { createWriteStream, mkdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../test-results/simulation/', import.meta.url));

export interface History {
  readonly file: string;
  note(entry: Readonly<Record<string, unknown>>): void;
  close(): Promise<void>;
}

/** Opens the history of a run; an earlier one of the same workload and seed is written over. */
export function openHistory(workload: string, seed: number): History {
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, `${workload}-${seed}.jsonl`);
  const stream = createWriteStream(file);
  stream.write(`${JSON.stringify({ workload, seed })}\n`);
  return {
    file,
    // A run that ends with a fault leaves callers behind, who are told so later.
    note: (entry) => {
      if (!stream.writableEnded) stream.write(`${JSON.stringify(entry)}\n`);
    },
    close: () => new Promise((resolve) => stream.end(resolve)),
  };
}
