// A file of intents, posted in batches over HTTP: `countinghouse intent import`. It reads as it posts, and keeps what is under way and
// no more. Every intent has a key, so that an import that was cut off is run again as it was.

import { createReadStream } from 'node:fs';
import { addAbortSignal, type Readable } from 'node:stream';
import { BATCH_INTENTS_MAX } from '@countinghouse/contract/features/intents';
import { openServer } from '../server.ts';
import { readIntentLine, sha256Of } from './intent-line.ts';
import { readLines } from './lines.ts';
import { type Candidate, postLines } from './post-lines.ts';

interface ImportOptions {
  readonly url: string;
  readonly batch: string;
  readonly concurrency: string;
  readonly keyPrefix?: string | undefined;
  readonly results?: string | undefined;
  /** Folder. */
  readonly receipts?: string | undefined;
  readonly atomic?: true | undefined;
  readonly stopOnError?: true | undefined;
}

const CONCURRENCY_MAX = 16;
/** A server that starts again, or is busy, is waited for. */
const patience = { attempts: 20, deadlineMs: 120_000 };
const EXIT = { done: 0, faults: 1, notDone: 2 } as const;
// With a colon and the number of the line it is still the id of an intent.
const prefixShape = /^[A-Za-z0-9._-]{1,48}$/;

/**
 * Answers 0 when each line is executed or waits for approval, 1 when some are not, also where it was to stop there, 2 when it did not
 * reach the end; throws where it did not begin.
 */
export async function importIntents(file: string, options: ImportOptions, json: boolean): Promise<number> {
  const batchMax = numberIn('--batch', options.batch, BATCH_INTENTS_MAX);
  const concurrency = numberIn('--concurrency', options.concurrency, CONCURRENCY_MAX);
  const { keyPrefix, url } = options;
  if (keyPrefix !== undefined && !prefixShape.test(keyPrefix)) throw new Error('--key-prefix takes 1 to 48 letters, digits and . _ -');
  const client = openServer({ url }, patience);
  const source = await openSource(file);
  async function* lines(stop: AbortSignal): AsyncGenerator<Candidate> {
    // What was read is decided; what is still to be read is not.
    addAbortSignal(stop, source);
    for await (const line of readLines(source)) {
      if (line.text?.trim() === '') continue;
      yield { number: line.number, sha256: sha256Of(line.text), read: () => readIntentLine(line, keyPrefix) };
    }
  }
  const { results, receipts } = options;
  const [atomic, stopOnError] = [options.atomic === true, options.stopOnError === true];
  const how = { url, batchMax, concurrency, atomic, stopOnError, results, receipts, noun: 'line' };
  const { tally, failure, progress } = await postLines(client, lines, how);
  process.stdout.write(json ? `${JSON.stringify({ ...tally.toJSON(), failure })}\n` : `${tally}\n`);
  if (failure === null) return tally.faults === 0 ? EXIT.done : EXIT.faults;
  progress.say(`${failure}; run it again, with the same keys nothing is posted twice`);
  return stopOnError && tally.faults > 0 ? EXIT.faults : EXIT.notDone;
}

function numberIn(option: string, text: string, max: number): number {
  const n = Number(text);
  if (!Number.isInteger(n) || n < 1 || n > max) throw new Error(`${option} takes a number from 1 to ${max}`);
  return n;
}

/** Throws where it cannot be read, before anything is sent. */
async function openSource(file: string): Promise<Readable> {
  if (file === '-') return process.stdin;
  const stream = createReadStream(file, { highWaterMark: 262_144 });
  await new Promise((resolve, reject) => {
    stream.once('open', resolve);
    stream.once('error', () => reject(new Error(`${file} is not readable`)));
  });
  return stream;
}
