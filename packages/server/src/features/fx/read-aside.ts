// Reads a file of the European Central Bank on a thread, and what is wanted of it: ten megabytes take a second. What comes back are the rates to import.

import { createHash } from 'node:crypto';
import { type Reader, readHere, readOnThread } from '../../files/read-on-thread.ts';
import { refuseField } from '../../http/refusal.ts';
import { readEcbFile } from './ecb-file.ts';
import { type Chosen, choosePublished } from './rules.ts';

interface Sent {
  readonly content: string;
  readonly wanted: readonly string[];
  readonly daysMax: number;
}
interface ChosenOfFile extends Chosen {
  /** Lower-case hex. */
  readonly fileSha256: string;
}

const reader: Reader<Sent, ChosenOfFile> = {
  moduleUrl: import.meta.url,
  task: 'read reference rates',
  *read({ content, wanted, daysMax }) {
    const chosen = choosePublished(readEcbFile(content), wanted, daysMax);
    yield { ...chosen, fileSha256: createHash('sha256').update(content).digest('hex') };
  },
  refuse: (message) => refuseField('content', message),
};

/** The newest days of a file, in the currencies that are wanted. Throws VALIDATION_ERROR, as `readEcbFile` and `choosePublished`, and for what takes too much. */
export async function readPublishedAside(content: string, wanted: readonly string[], daysMax: number): Promise<ChosenOfFile> {
  const [chosen] = await readOnThread(reader, { content, wanted, daysMax });
  if (chosen === undefined) throw new Error('a file of rates came to nothing');
  return chosen;
}

void readHere(reader);
