// Ten years in, nine out: what a database comes to once the rows of nine tenths of a log left it, what reading them costs from there, and what it costs
// who posts.

import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { connect, type Where, withRows } from '@countinghouse/store/connection';
import { findLeaf } from '@countinghouse/store/features/anchors/reads';
import { writeTiles } from '@countinghouse/store/features/anchors/tiles';
import { listBalancesAsOf } from '@countinghouse/store/features/balances/reads';
import { listEventsOfIntent } from '@countinghouse/store/features/events/reads';
import { listStatement, type StatementFilter, sumStatement } from '@countinghouse/store/features/statements/reads';
import { openObjectFolder } from '@countinghouse/store/objects/local-folder';
import { compact, takeOut } from '@countinghouse/store/pruned/prune';
import { blocksOf, StretchIndex } from '@countinghouse/store/pruned/stretch';
import { liftTimeout, read, type Tx } from '@countinghouse/store/reader';
import { type Books, makeBooks, openLedger, type TestLedger, written } from '@countinghouse/testkit/books';
import { prepareCommands } from './intents.ts';
import { measureKernel } from './kernel.ts';
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
const TILES_A_TURN = 400;
const OUT = 0.9;
const P95 = 0.95;
const PAGE = 50;
const DAY_MS = 86_400_000;
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
    const head = await owner.query<{ seq: number }>('select seq from chain_heads where tenant_id = $1', [books.tenantId]);
    while ((await writeTiles(t.writerPool, books.tenantId, head.rows[0]?.seq ?? 0, TILES_A_TURN)) >= TILES_A_TURN);
    await owner.query('vacuum (full, analyze) events; ').then(() => owner.query('vacuum (full, analyze) postings'));
    const before = await sizeOf(owner);
    const last = Math.floor(events * OUT);
    const beganMs = performance.now();
    const bytes = await takeOutTo(t, owner, books, last, folder);
    const tookMs = performance.now() - beganMs;
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

/** As `countinghouse prune`, without the archive. Answers the bytes of the object. */
async function takeOutTo(
  t: TestLedger,
  owner: Awaited<ReturnType<typeof connect>>,
  books: Books,
  last: number,
  folder: string,
): Promise<number> {
  const { tenantId } = books;
  const index = new StretchIndex();
  const before = new Date(Date.now() + DAY_MS).toISOString().slice(0, 10);
  const objects = openObjectFolder(path.join(folder, 'objects'));
  const kept = await read(t.readerPool, { tenantId }, async (tx) => {
    await liftTimeout(tx);
    return objects.put(tenantId, blocksOf(tx, tenantId, { after: 0, through: last }, index));
  });
  const pruned = { from_seq: 1, through_seq: last, before, archive_sha256: kept.sha256, rows_sha256: kept.sha256, places: ['bench'] };
  written(await t.ledger.submit(tenantId, { type: 'log.prune', actor: books.owner, pruned }));
  const left = await takeOut(owner, { tenantId, first: 1, last, before }, index);
  if (left.events < last / 2) throw new Error(`only ${left.events} of ${last} events left`);
  return kept.sizeBytes;
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
    const p95 = tookMs.sort((a, b) => a - b)[Math.floor(reads * P95)] ?? Number.NaN;
    note(`prune  ${kind}: p95 ${p95.toFixed(1)} ms`);
    if (p95 > slowest.value) slowest = { value: p95, note: kind };
  }
  return slowest;
}
