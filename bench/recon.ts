// How long a run takes that matches 100,000 statement rows with 1,000,000 postings. Nine rows in ten have their posting, on the day or
// the day after; one in ten has none. The ledger is filled and the rows come in before the clock starts. As in a server, what belongs together is found on a
// thread; for how long the thread that posts is taken in one go is a row too.

import { createHash, randomUUID } from 'node:crypto';
import os from 'node:os';
import { identifyRows } from '@countinghouse/kernel/recon/row-ids';
import { addDays } from '@countinghouse/kernel/time/instant';
import { CheckingThread } from '@countinghouse/server/checks/checking-thread';
import { beginRun } from '@countinghouse/server/features/recon/worker';
import { type Where, withRows } from '@countinghouse/store/connection';
import { type Books, makeBooks, openLedger, written } from '@countinghouse/testkit/books';
import { absolute, type Row } from './row.ts';

const DAYS = 90;
const ROWS_AN_INTENT = 500;
const INTENTS_AT_ONCE = 20;
const ROWS_AN_IMPORT = 10_000;
const GOAL_SECONDS = 60;
/** For so long nobody else is served. */
const TAKEN_MS_MAX = 100;
/** Nine in ten have their posting. */
const MATCHED_SHARE_MIN = 0.85;

export interface ReconSizes {
  /** A multiple of 10,000. */
  readonly postings: number;
  /** A tenth of the postings. */
  readonly rows: number;
}
export const fullRecon: ReconSizes = { postings: 1_000_000, rows: 100_000 };
export const quickRecon: ReconSizes = { postings: 10_000, rows: 1_000 };

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
/** Amounts repeat now and then, as they do. */
const amountE8Of = (n: number): bigint => BigInt(1_000 + ((n * 7_919) % 5_000_011)) * 1_000_000n;

export async function measureRecon(where: Where, sizes = fullRecon): Promise<readonly Row[]> {
  const t = openLedger(where);
  const onError = (error: unknown): void => console.error('matching:', error);
  const thread = new CheckingThread({ places: [withRows(where, { s3: null, dataDir: os.tmpdir() })], placeOf: () => 0, onError });
  try {
    const books = await makeBooks(t);
    const start = addDays(new Date().toISOString().slice(0, 10), -DAYS);
    const dayOf = (n: number): string => addDays(start, n % DAYS);
    await fill(books, sizes, dayOf);
    await bringIn(books, sizes, dayOf);
    await t.loginPool.query('analyze postings, recon_rows');
    let [blockedMs, lastMs] = [0, performance.now()];
    const watch = setInterval(() => {
      blockedMs = Math.max(blockedMs, performance.now() - lastMs);
      lastMs = performance.now();
    }, 1);
    const startedMs = performance.now();
    lastMs = startedMs;
    const services = { ...t, proposeNext: thread.propose.bind(thread) };
    const run = await beginRun(services, books.tenantId, books.owner.id, () => true);
    const ms = performance.now() - startedMs;
    clearInterval(watch);
    if (run.rows_matched < sizes.rows * MATCHED_SHARE_MIN) throw new Error(`only ${run.rows_matched} rows were matched`);
    const title = `matching ${sizes.rows} rows with ${sizes.postings} postings`;
    const note = `${run.rows_matched} matched`;
    const taken = { name: 'recon-taken', title: 'the thread that posts, taken by that at most', value: blockedMs, unit: 'ms' };
    return [
      absolute({ name: 'recon', title, value: ms / 1000, unit: 's', note }, { atMost: GOAL_SECONDS }),
      absolute(taken, { atMost: TAKEN_MS_MAX }),
    ];
  } finally {
    await thread.stop();
    await t.close();
  }
}

async function fill(books: Books, { postings }: ReconSizes, dayOf: (n: number) => string): Promise<void> {
  const [debit = '', credit = ''] = books.accounts;
  for (let from = 0; from < postings; from += ROWS_AN_INTENT * INTENTS_AT_ONCE) {
    const intents = Array.from({ length: INTENTS_AT_ONCE }, (_, i) => {
      const first = from + i * ROWS_AN_INTENT;
      const rows = Array.from({ length: ROWS_AN_INTENT }, (__, j) => {
        const n = first + j;
        return { debit, credit, amountE8: amountE8Of(n), currency: 'USD', valueDate: dayOf(n), narrative: '' };
      });
      return books.submit(books.intent(debit, credit, '1', { rows }));
    });
    for (const outcome of await Promise.all(intents)) written(outcome);
  }
}

async function bringIn(books: Books, { postings, rows: rowCount }: ReconSizes, dayOf: (n: number) => string): Promise<void> {
  const [accountId = ''] = books.accounts;
  const every = postings / rowCount;
  for (let from = 0; from < rowCount; from += ROWS_AN_IMPORT) {
    const rows = Array.from({ length: Math.min(ROWS_AN_IMPORT, rowCount - from) }, (_, i) => {
      const k = from + i;
      const n = k * every;
      const on = k % 3 === 0 ? addDays(dayOf(n), 1) : dayOf(n);
      const amountE8 = k % 10 === 9 ? -amountE8Of(n) : amountE8Of(n);
      return { at: on, on, amountE8, line: i + 1, wordsToken: null };
    });
    const source = `bank ${from}`;
    const bare = { reference: '', openingE8: null, closingE8: null, fromOn: null, toOn: null };
    const statement = { id: randomUUID(), source, accountId, ...bare, rows: identifyRows(sha256, { source, accountId }, rows) };
    const command = { type: 'recon.import', actor: books.owner, id: randomUUID(), format: 'json', fileSha256: null } as const;
    written(await books.submit({ ...command, statements: [statement] }));
  }
}
