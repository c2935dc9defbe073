// Reads a file of intents on a thread: ten megabytes, taken apart and held against the schema of an intent, take a second.

import type { NewImport } from '@countinghouse/contract/features/imports';
import type * as z from 'zod';
import { type Reader, readHere, readOnThread } from '../../files/read-on-thread.ts';
import { Refusal } from '../../http/refusal.ts';
import { type Context, intentsOf, type ReadIntent } from './intents-of.ts';
import { readCsv } from './read-csv.ts';

interface Sent {
  readonly file: z.output<typeof NewImport>;
  readonly context: Context;
}

/** So many intents take the server's thread a few milliseconds. */
const INTENTS_A_PART = 500;

const reader: Reader<Sent, readonly ReadIntent[]> = {
  moduleUrl: import.meta.url,
  task: 'read a file of intents',
  *read({ file, context }) {
    const intents = intentsOf(file, readCsv(file.content, file.kind), context);
    for (let from = 0; from < intents.length; from += INTENTS_A_PART) yield intents.slice(from, from + INTENTS_A_PART);
  },
  refuse: (message) => new Refusal('IMPORT_UNREADABLE', [{ path: 'content', message }]),
};

/** The intents of a file, in its order. Throws IMPORT_UNREADABLE, as `readCsv`, and for a file that takes too much. */
export async function readIntentsAside(file: Sent['file'], context: Context): Promise<readonly ReadIntent[]> {
  return (await readOnThread(reader, { file, context })).flat();
}

void readHere(reader);
