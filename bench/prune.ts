// Ten years in, nine out: what a database comes to once the rows of nine tenths of a log left it, what reading them costs from there, and what it costs
// who posts.

import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { connect, type Where, withRows } from '@countinghouse/store/connection';
import { findLeaf } from '@countinghouse/store/features/anchors/reads';
import { listBalancesAsOf } from '@countinghouse/store/features/balances/reads';
import { listEventsOfIntent } from '@countinghouse/store/features/events/reads';
import { listStatement, type StatementFilter, sumStatement } from '@countinghouse/store/features/statements/reads';
import { compact } from '@countinghouse/store/pruned/prune';
import { read, type Tx } from '@countinghouse/store/reader';
import { type Books, makeBooks, openLedger, type TestLedger } from '@countinghouse/testkit/books';
import { pruneBooks, writeAllTiles } from '@countinghouse/testkit/prune-books';
import { prepareCommands } from './intents.ts';
import { measureKernel } from './kernel.ts';
import { percentile } from './percentile.ts';
import { absolute, type Row, relative } from './row.ts';

interface PruneSize {
  readonly events: number;
  /** How often each of what is read is read. */
  readonly reads: number;
  /** How many intents are posted before and after. */
  readonly posted: number;
}
export const fullPrune: PruneSize = { events: 1_000_000, reads: 200, posted: 50_000 };
export const quickPrune: PruneSize = { events: 3_000, reads: 5, posted: 500 };

const ACCOUNTS = 1_000;
const CHUNK = 50_000;
const OUT = 0.9;
const P95 = 0.95;
const PAGE = 50;
const GOAL_SIZE = 0.15;
const GOAL_READ_MS = 2_000;
const everything: StatementFilter = { from: null, to: null, min: null, max: null, text: null, counterparty: null };

export async function measurePrune(
  database: Where,
  { events, reads, posted }: PruneSize,
  note: (line: string) => void,
): Promise<readonly Row[]> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'countinghouse-bench-prune-'));
  const where = withRows(database, { s3: null, dataDir: folder });
  const t = openLedger(where);
  const owner = await connect(where, 'login', { statement_timeout: 0 });
  try {
    const books = await makeBooks(t, ACCOUNTS);
    const intents: string[] = [];
    let rate = 0;
    for (let done = 0; done < events; done += CHUNK) {
      const commands = prepareCommands(books, Math.min(CHUNK, events - done), false);
      ({ perSecond: rate } = await measureKernel(t, { tenantId: books.tenantId, commands }));
      intents.push(...commands.filter((_, n) => n % PAGE === 0).map(({ intentId }) => intentId));
      note(`prune  ${Math.min(done + CHUNK, events)} events are there, ${Math.round(rate)}/s`);
    }
    await writeAllTiles(t, books);
    await owner.query('vacuum (full, analyze) events; ').then(() => owner.query('vacuum (full, analyze) postings'));
    const before = await sizeOf(owner);
    const last = Math.floor(events * OUT);
    const beganMs = performance.now();
    const { left, bytes } = await pruneBooks(t, owner, books, { last, folder });
    const tookMs = performance.now() - beganMs;
    if (left.events < last / 2) throw new Error(`only ${left.events} of ${last} events left`);
    const compactedMs = performance.now();
    await compact(owner);
    note(
      `prune  ${last} events left in ${(tookMs / 1000).toFixed(1)} s, compacted in ${((performance.now() - compactedMs) / 1000).toFixed(1)} s, ${(bytes / last).toFixed(0)} bytes an event outside`,
    );
    const after = await sizeOf(owner);
    const slowest = await measureReads(t, books, { last, reads, intents: intents.slice(0, Math.floor(intents.length * OUT)) }, note);
    const again = await measureKernel(t, { tenantId: books.tenantId, commands: prepareCommands(books, posted, false) });
    return [
      relative(
        {
          name: 'prune-size',
          title: `the database, nine tenths of ${events} intents pruned`,
          value: after,
          unit: 'bytes',
          note: `${(bytes / last).toFixed(0)} bytes an event outside`,
        },
        { name: 'before', value: before },
        { atMost: GOAL_SIZE },
      ),
      absolute(
        { name: 'prune-read', title: 'read from there, the slowest of six reads, p95', ...slowest, unit: 'ms' },
        { atMost: GOAL_READ_MS },
      ),
      absolute({ name: 'prune-took', title: `taking ${last} events out`, value: tookMs / 1000, unit: 's' }, null),
      relative(
        { name: 'prune-post', title: 'kernel, in process, pruned', value: again.perSecond, unit: 'intents/s' },
        { name: 'before', value: rate },
        null,
      ),
    ];
  } finally {
    await owner.end();
    await t.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function sizeOf(client: Awaited<ReturnType<typeof connect>>): Promise<number> {
  const found = await client.query<{ bytes: number }>('select pg_database_size(current_database()) as bytes');
  return found.rows[0]?.bytes ?? 0;
}

interface ReadsAsked {
  readonly last: number;
  readonly reads: number;
  readonly intents: readonly string[];
}

async function measureReads(
  t: TestLedger,
  { tenantId, accounts }: Books,
  { last, reads, intents }: ReadsAsked,
  note: (line: string) => void,
): Promise<{ readonly value: number; readonly note: string }> {
  // In the newer half: each account was posted to before.
  const half = Math.floor(last / 2);
  const at = (n: number): number => half + ((n * 7_919 * 104_729) % half);
  const accountOf = (n: number): string => accounts[n % accounts.length] ?? '';
  const kinds: Readonly<Record<string, (tx: Tx, n: number) => Promise<unknown>>> = {
    'a page of a statement': (tx, n) =>
      listStatement(tx, tenantId, accountOf(n), everything, { before: { seq: at(n), line: 1 }, limit: PAGE }),
    'the totals of a statement': (tx, n) => sumStatement(tx, tenantId, accountOf(n), everything),
    'a page of a statement with words': (tx, n) =>
      listStatement(tx, tenantId, accountOf(n), { ...everything, text: 'invoice' }, { before: { seq: at(n), line: 1 }, limit: PAGE }),
    'an intent': (tx, n) => listEventsOfIntent(tx, tenantId, intents[n % intents.length] ?? ''),
    'the leaf of a proof': (tx, n) => findLeaf(tx, tenantId, at(n)),
    'all balances as of a seq': (tx, n) => listBalancesAsOf(tx, tenantId, at(n), null),
  };
  let slowest = { value: 0, note: '' };
  for (const [kind, ask] of Object.entries(kinds)) {
    const tookMs: number[] = [];
    for (let n = 0; n < reads; n += 1) {
      const beganMs = performance.now();
      const found = await read(t.readerPool, { tenantId }, (tx) => ask(tx, n));
      if (found === null || (Array.isArray(found) && found.length === 0)) throw new Error(`${kind} was not found`);
      tookMs.push(performance.now() - beganMs);
    }
    const p95 = percentile(tookMs, P95);
    note(`prune  ${kind}: p95 ${p95.toFixed(1)} ms`);
    if (p95 > slowest.value) slowest = { value: p95, note: kind };
  }
  return slowest;
}
