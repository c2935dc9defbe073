// A file of intents, posted in batches over HTTP: `countinghouse intent import`. It reads as it posts, and keeps what is under way and
// no more. Every intent has a key, so that an import that was cut off is run again as it was.

import { createReadStream } from 'node:fs';
import { addAbortSignal, type Readable } from 'node:stream';
import { ApiError } from '@countinghouse/client/api-error';
import { postAll } from '@countinghouse/client/post-all';
import { BATCH_INTENTS_MAX } from '@countinghouse/contract/features/intents';
import { lineOf, openServer } from '../server.ts';
import { type Became, becameOf, Tally } from './became.ts';
import { type LineOfIntent, readIntentLine, sha256Of } from './intent-line.ts';
import { readLines } from './lines.ts';
import { Progress } from './progress.ts';
import { Receipts } from './receipts.ts';
import { Results } from './results.ts';

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
/** Lines that are not executed and are named on the terminal; the file of results has them all. */
const NAMED_MAX = 20;
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
  const results = options.results === undefined ? null : await Results.open(options.results);
  const receipts = options.receipts === undefined ? null : new Receipts(options.receipts, client);

  const tally = new Tally();
  const progress = new Progress(process.stderr);
  const begunMs = performance.now();
  const stop = new AbortController();
  const interrupt = (): void => {
    progress.say('Stopping once what was sent is answered; once more stops at once.');
    stop.abort('stopped before the end');
  };
  process.once('SIGINT', interrupt);
  // What was read is decided; what is still to be read is not.
  addAbortSignal(stop.signal, source);

  const note = (became: Became): void => {
    tally.add(became);
    results?.write(became);
    if (isFault(became)) {
      if (tally.faults <= NAMED_MAX) progress.say(sayFault(became));
      if (tally.faults === NAMED_MAX) progress.say('Further ones are counted, not named.');
      if (options.stopOnError === true) stop.abort('stopped at the first that is not executed');
    }
    progress.show(() => `${tally} · ${Math.round((1000 * tally.lines) / (performance.now() - begunMs)).toLocaleString('en-US')} a second`);
  };

  async function* intents(): AsyncGenerator<LineOfIntent> {
    try {
      for await (const line of readLines(source)) {
        if (stop.signal.aborted) return;
        if (line.text?.trim() === '') continue;
        const sha256 = sha256Of(line.text);
        const known = results?.find(line.number, sha256) ?? null;
        if (known !== null) {
          tally.add(known);
          tally.skipped += 1;
          continue;
        }
        const read = readIntentLine(line, keyPrefix);
        if (typeof read === 'string') note({ line: line.number, sha256, status: 'malformed', message: read });
        else yield read;
      }
    } catch (error) {
      if (!stop.signal.aborted) throw error;
    }
  }

  let failure: string | null = null;
  try {
    const more = { batchMax, concurrency, atomic: options.atomic === true, proofs: receipts !== null, signal: stop.signal };
    for await (const posted of postAll(client, intents(), more)) {
      // Before the file of results says that the line is done.
      await receipts?.save(posted);
      note(becameOf(posted));
    }
    if (stop.signal.aborted) failure = String(stop.signal.reason);
  } catch (error) {
    failure = error instanceof ApiError ? lineOf(error, url) : (error as Error).message;
  } finally {
    process.off('SIGINT', interrupt);
    results?.close();
  }
  progress.end();
  process.stdout.write(json ? `${JSON.stringify({ ...tally.toJSON(), failure })}\n` : `${tally}\n`);
  if (failure === null) return tally.faults === 0 ? EXIT.done : EXIT.faults;
  progress.say(`${failure}; run it again, with the same keys nothing is posted twice`);
  return options.stopOnError === true && tally.faults > 0 ? EXIT.faults : EXIT.notDone;
}

const isFault = ({ status }: Became): boolean => status === 'rejected' || status === 'refused' || status === 'malformed';

function sayFault({ line, status, code, message }: Became): string {
  return `line ${line}: ${status}${code === undefined ? '' : `, ${code}`}${message === undefined ? '' : `: ${message}`}`;
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
