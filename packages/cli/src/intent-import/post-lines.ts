// Lines of an import, posted in batches over HTTP and each answered for: what is known already is left out, what was answered is written down at
// once, and whoever presses Ctrl-C waits for what was sent.

import { ApiError } from '@countinghouse/client/api-error';
import type { Client } from '@countinghouse/client/client';
import { postAll } from '@countinghouse/client/post-all';
import { lineOf } from '../server.ts';
import { type Became, becameOf, Tally } from './became.ts';
import type { LineOfIntent } from './intent-line.ts';
import { Progress } from './progress.ts';
import { Receipts } from './receipts.ts';
import { Results } from './results.ts';

/** A line before it is looked at. */
export interface Candidate extends Pick<LineOfIntent, 'number' | 'sha256'> {
  /** The intent in it, or what is wrong with it. */
  read(): LineOfIntent | string;
}

interface PostLinesOptions {
  readonly url: string;
  readonly batchMax: number;
  readonly concurrency?: number;
  readonly atomic?: boolean;
  readonly stopOnError?: boolean;
  /** File. */
  readonly results?: string | undefined;
  /** Folder. */
  readonly receipts?: string | undefined;
  /** What a line is called: `line`. */
  readonly noun: string;
}

interface PostedLines {
  readonly tally: Tally;
  /** Why it did not reach the end; null: it did. */
  readonly failure: string | null;
  readonly progress: Progress;
}

/** Lines that are not executed and are named on the terminal; the file of results has them all. */
const NAMED_MAX = 20;

/** `lines` begins to read; it ends once the signal is aborted. Throws where the files of results and receipts cannot be opened. */
export async function postLines(
  client: Client,
  lines: (stop: AbortSignal) => AsyncIterable<Candidate> | Iterable<Candidate>,
  options: PostLinesOptions,
): Promise<PostedLines> {
  const { url, batchMax, concurrency = 1, atomic = false, stopOnError = false, noun } = options;
  const results = options.results === undefined ? null : await Results.open(options.results);
  const receipts = options.receipts === undefined ? null : new Receipts(options.receipts, client);
  const tally = new Tally(noun);
  const progress = new Progress(process.stderr);
  const begunMs = performance.now();
  const stop = new AbortController();
  const interrupt = (): void => {
    progress.say('Stopping once what was sent is answered; once more stops at once.');
    stop.abort('stopped before the end');
  };
  process.once('SIGINT', interrupt);

  const note = (became: Became): void => {
    tally.add(became);
    results?.write(became);
    if (isFault(became)) {
      if (tally.faults <= NAMED_MAX) progress.say(sayFault(became, noun));
      if (tally.faults === NAMED_MAX) progress.say('Further ones are counted, not named.');
      if (stopOnError) stop.abort('stopped at the first that is not executed');
    }
    progress.show(() => `${tally} · ${Math.round((1000 * tally.lines) / (performance.now() - begunMs)).toLocaleString('en-US')} a second`);
  };

  async function* intents(): AsyncGenerator<LineOfIntent> {
    try {
      for await (const line of lines(stop.signal)) {
        if (stop.signal.aborted) return;
        const { number, sha256 } = line;
        const known = results?.find(number, sha256) ?? null;
        if (known !== null) {
          tally.add(known);
          tally.skipped += 1;
          continue;
        }
        const read = line.read();
        if (typeof read === 'string') note({ line: number, sha256, status: 'malformed', message: read });
        else yield read;
      }
    } catch (error) {
      if (!stop.signal.aborted) throw error;
    }
  }

  let failure: string | null = null;
  try {
    for await (const posted of postAll(client, intents(), {
      batchMax,
      concurrency,
      atomic,
      proofs: receipts !== null,
      signal: stop.signal,
    })) {
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
  return { tally, failure, progress };
}

const isFault = ({ status }: Became): boolean => status === 'rejected' || status === 'refused' || status === 'malformed';

function sayFault({ line, status, code, message }: Became, noun: string): string {
  return `${noun} ${line}: ${status}${code === undefined ? '' : `, ${code}`}${message === undefined ? '' : `: ${message}`}`;
}
