// How long a run takes that matches 100,000 statement rows with 1,000,000 postings. Nine rows in ten have their posting, on the day or
// the day after; one in ten has none. The ledger is filled and the rows come in before the clock starts.

import { createHash, randomUUID } from 'node:crypto';
import { identifyRows } from '@countinghouse/kernel/recon/row-ids';
import { addDays } from '@countinghouse/kernel/time/instant';
import { beginRun } from '@countinghouse/server/features/recon/worker';
import type { Where } from '@countinghouse/store/connection';
import { type Books, makeBooks, openLedger, written } from '@countinghouse/testkit/books';

const POSTINGS = 1_000_000;
const ROWS = 100_000;
const DAYS = 90;
const ROWS_AN_INTENT = 500;
const INTENTS_AT_ONCE = 20;
const ROWS_AN_IMPORT = 10_000;
/** Source: issue 9. */
const RECON_WITHIN_MS = 60_000;

export interface ReconRow {
  readonly rows: number;
  readonly postings: number;
  readonly matched: number;
  readonly ms: number;
  /** The longest that nothing else could run in the meantime. */
  readonly blockedMs: number;
  readonly ok: boolean;
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
/** Amounts repeat now and then, as they do. */
const amountE8Of = (n: number): bigint => BigInt(1_000 + ((n * 7_919) % 5_000_011)) * 1_000_000n;

export async function measureRecon(where: Where): Promise<ReconRow> {
  const t = openLedger(where);
  try {
    const books = await makeBooks(t);
    const start = addDays(new Date().toISOString().slice(0, 10), -DAYS);
    const dayOf = (n: number): string => addDays(start, n % DAYS);
    await fill(books, dayOf);
    await bringIn(books, dayOf);
    await t.loginPool.query('analyze postings, recon_rows');
    let [blockedMs, lastMs] = [0, performance.now()];
    const watch = setInterval(() => {
      blockedMs = Math.max(blockedMs, performance.now() - lastMs);
      lastMs = performance.now();
    }, 1);
    const startedMs = performance.now();
    lastMs = startedMs;
    const run = await beginRun(t, books.tenantId, books.owner.id, () => true);
    const ms = performance.now() - startedMs;
    clearInterval(watch);
    return { rows: ROWS, postings: POSTINGS, matched: run.rows_matched, ms, blockedMs, ok: ms <= RECON_WITHIN_MS };
  } finally {
    await t.close();
  }
}

async function fill(books: Books, dayOf: (n: number) => string): Promise<void> {
  const [debit = '', credit = ''] = books.accounts;
  for (let from = 0; from < POSTINGS; from += ROWS_AN_INTENT * INTENTS_AT_ONCE) {
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

async function bringIn(books: Books, dayOf: (n: number) => string): Promise<void> {
  const [accountId = ''] = books.accounts;
  const every = POSTINGS / ROWS;
  for (let from = 0; from < ROWS; from += ROWS_AN_IMPORT) {
    const rows = Array.from({ length: ROWS_AN_IMPORT }, (_, i) => {
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

export const reconLine = ({ rows, postings, matched, ms, blockedMs }: ReconRow): string =>
  `${rows.toLocaleString('en-GB')} rows against ${postings.toLocaleString('en-GB')} postings: ${(ms / 1000).toFixed(1)} s (at most ${RECON_WITHIN_MS / 1000}), ${matched.toLocaleString('en-GB')} matched, blocked at most ${Math.round(blockedMs)} ms`;
