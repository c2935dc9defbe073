// What a ledger costs as it grows: reading balances and statements over a few postings and over five million; posting where there are
// so many, and of a thousand organisations at once; the first post after a start. Books are filled set by set (`fill.ts`).

import { randomBytes } from 'node:crypto';
import { STATEMENT_PAGE_SIZE } from '@countinghouse/contract/features/statements';
import { addDays } from '@countinghouse/kernel/reports/days';
import { loadStatement, type Standpoint } from '@countinghouse/server/statements/load';
import { listAccountsAt } from '@countinghouse/store/balances-at';
import type { Where } from '@countinghouse/store/connection';
import { listBalancesAsOf } from '@countinghouse/store/features/balances/reads';
import { listStatement, newest } from '@countinghouse/store/features/statements/reads';
import { read, type Tx } from '@countinghouse/store/reader';
import { type Books, makeBooks, openLedger, type TestLedger, written } from '@countinghouse/testkit/books';
import { DAYS, entityIds, FIRST_DAY, type Filled, fill, type Size } from './fill.ts';
import { type FilteredList, filteredLists } from './filtered-lists.ts';
import { prepareCommands } from './intents.ts';
import { measureKernel } from './kernel.ts';
import { percentile } from './percentile.ts';
import type { Rate } from './rate.ts';
import { absolute, type Row, relative } from './row.ts';

export interface GrowthSizes {
  /** What everything is compared with. */
  readonly small: Size;
  /** Where balances and statements are read. */
  readonly reads: Size;
  /** Where is posted, and started. */
  readonly writes: Size;
  readonly organisations: number;
  /** Posted for a rate. */
  readonly intents: number;
  /** Posted before lists are read. */
  readonly newest: number;
  /** Reads of each kind, and starts. */
  readonly runs: number;
}
export const fullSizes: GrowthSizes = {
  small: { accounts: 10_000, postings: 20_000 },
  reads: { accounts: 10_000, postings: 5_000_000 },
  writes: { accounts: 100_000, postings: 5_000_000 },
  organisations: 1_000,
  intents: 60_000,
  newest: 20_000,
  runs: 24,
};
/** The same code in seconds. What it measures says nothing of large ledgers. */
export const quickSizes: GrowthSizes = {
  small: { accounts: 20, postings: 100 },
  reads: { accounts: 100, postings: 2_000 },
  writes: { accounts: 200, postings: 2_000 },
  organisations: 10,
  intents: 500,
  newest: 200,
  runs: 4,
};

/** Rounds of a rate: of each the best counts. */
const ROUNDS = 2;
const P95 = 0.95;
const ACCOUNTS_OF_ONE = 1_000;
const ACCOUNTS_OF_MANY = 10;

interface Measured {
  readonly name: string;
  readonly title: string;
  /** Milliseconds, p95. */
  readonly goal: number;
  readonly run: (tx: Tx, filled: Filled, n: number) => Promise<number>;
}

/** The end of the year, and one month, one quarter and half a year before it. */
const dayOf = (n: number): string => addDays(FIRST_DAY, DAYS - 1 - ([0, 30, 91, 182][n % 4] ?? 0));

const standpoint = ({ books, lastSeq }: Filled, entity: Standpoint['entity']): Standpoint => ({
  tenantId: books.tenantId,
  entity,
  knownAtSeq: null,
  position: { seq: lastSeq, event_hash: '', snapshot_id: null },
  generatedAt: FIRST_DAY,
});
const first = { id: entityIds[0] ?? '', code: 'E1', name: 'Entity 1' };

const trialOf =
  (entity: Standpoint['entity']): Measured['run'] =>
  async (tx, filled, n) => {
    const asked = { period: { from: null, as_of: dayOf(n) }, compare: 'none', currency: undefined } as const;
    const { lines } = await loadStatement(tx, 'trial-balance', standpoint(filled, entity), asked);
    if (lines.at(-1)?.amounts.some((a) => a.current !== '0') !== false) throw new Error('a trial balance that is not zero');
    return lines.length;
  };

/** Pages of an account's statement: the first one, and every other time one from the middle of the log. */
const pageOf =
  (account: (filled: Filled, n: number) => string, middle: boolean): Measured['run'] =>
  async (tx, filled, n) => {
    const before = !middle || n % 2 === 0 ? newest : { seq: filled.lastSeq - Math.floor(filled.size.postings / 2), line: 1 };
    const lines = await listStatement(tx, filled.books.tenantId, account(filled, n), wholeStatement, {
      before,
      limit: STATEMENT_PAGE_SIZE,
    });
    if (lines.length === 0 || lines.length > STATEMENT_PAGE_SIZE) throw new Error('not a page of a statement');
    return lines.length;
  };
const wholeStatement = { from: null, to: null, min: null, max: null, text: null, counterparty: null };
const inOrder = ({ books }: Filled): readonly string[] => books.accounts.toSorted((a, b) => (a < b ? -1 : 1));

/** All balances as of a seq: half, a quarter or none of the postings before the end, and a little beside what is marked. */
const asOf =
  (quarters: (n: number) => number): Measured['run'] =>
  async (tx, { books, lastSeq, size }, n) =>
    (await listBalancesAsOf(tx, books.tenantId, lastSeq - Math.floor((size.postings * quarters(n)) / 4), null)).length;

// Goals: what the ledger must reach at five million postings.
const reads: readonly Measured[] = [
  {
    name: 'statement',
    title: 'a page of the statement of an account',
    goal: 10,
    run: pageOf((f, n) => inOrder(f)[((4 * n + 1) * 7919) % f.size.accounts] ?? '', false),
  },
  {
    name: 'statement-hot',
    title: 'the same of an account with a quarter of all postings',
    goal: 10,
    run: pageOf((f) => inOrder(f)[0] ?? '', true),
  },
  { name: 'trial-balance', title: 'trial balance as of a day', goal: 500, run: trialOf(null) },
  { name: 'trial-balance-entity', title: 'trial balance of an entity, with its dues', goal: 500, run: trialOf(first) },
  { name: 'as-of-snapshot', title: 'all balances as of a snapshot of the middle', goal: 150, run: asOf(() => 2) },
  { name: 'as-of-seqs', title: 'all balances as of one seq after another', goal: 150, run: asOf((n) => n % 4) },
  {
    name: 'as-of-value-date',
    title: 'all balances as of a value date',
    goal: 150,
    run: async (tx, { books }, n) =>
      (await listAccountsAt(tx, books.tenantId, { dates: [dayOf(n)], knownAtSeq: null, entityId: null })).length,
  },
];

async function measureRead(t: TestLedger, filled: Filled, runs: number, { run, title }: Pick<Measured, 'run' | 'title'>): Promise<number> {
  const tookMs: number[] = [];
  for (let n = -4; n < runs; n++) {
    const beganMs = performance.now();
    const count = await read(t.readerPool, { tenantId: filled.books.tenantId }, (tx) => run(tx, filled, Math.abs(n)));
    if (count === 0) throw new Error(`${title}: nothing was read`);
    // The first few warm the cache.
    if (n >= 0) tookMs.push(performance.now() - beganMs);
  }
  return percentile(tookMs, P95);
}

async function measureReads(where: Where, t: TestLedger, sizes: GrowthSizes, say: (row: Row) => void): Promise<void> {
  const [small, large] = [await fill(where, t, sizes.small), await fill(where, t, sizes.reads)];
  for (const row of reads) {
    const [baseline, value] = [await measureRead(t, small, sizes.runs, row), await measureRead(t, large, sizes.runs, row)];
    const { name, goal } = row;
    const title = `${row.title}, ${large.size.accounts} accounts, ${large.size.postings} postings`;
    say(
      absolute(
        { name, title, value, unit: 'ms', note: `${baseline.toFixed(1)} ms with ${small.size.postings} postings` },
        { atMost: goal },
      ),
    );
  }
  // Lists of intents look into what was asked for: the newest are posted as any are, as many as a call looks at.
  await rateOf(t, large.books, sizes.newest);
  for (const list of filteredLists) say(await measureList(t, large, sizes.runs, list));
}

/** Of each filter p95; the slowest filter is the row. */
async function measureList(t: TestLedger, filled: Filled, runs: number, { name, title, by }: FilteredList): Promise<Row> {
  let slowest = { by: '', ms: 0 };
  for (const [filter, page] of Object.entries(by)) {
    // A page may be empty: that it was looked for counts.
    const run = async (tx: Tx): Promise<number> => 1 + (await page(tx, filled));
    const ms = await measureRead(t, filled, runs, { title: `${title}: ${filter}`, run });
    if (ms > slowest.ms) slowest = { by: filter, ms };
  }
  const { accounts, postings } = filled.size;
  return absolute(
    { name, title: `${title}, ${accounts} accounts, ${postings} postings`, value: slowest.ms, unit: 'ms', note: `by ${slowest.by}` },
    { atMost: GOAL_LIST_MS },
  );
}

/** The first post of a process that knows nothing of the organisation yet, milliseconds. */
async function measureStart(where: Where, masterKey: Buffer, books: Books): Promise<number> {
  const t = openLedger(where, { masterKey });
  try {
    const [command] = prepareCommands(books, 1, false);
    if (command === undefined) throw new Error('a command was to be prepared');
    const beganMs = performance.now();
    written(await t.ledger.submit(books.tenantId, command));
    return performance.now() - beganMs;
  } finally {
    await t.close();
  }
}

async function measureStarts(where: Where, masterKey: Buffer, books: Books, runs: number): Promise<number> {
  const tookMs: number[] = [];
  for (let n = 0; n < runs; n++) tookMs.push(await measureStart(where, masterKey, books));
  return percentile(tookMs, P95);
}

/** Posting where much was posted before, beside an empty ledger; round after round, so that what else the machine does meets both. */
async function measureWrites(where: Where, t: TestLedger, masterKey: Buffer, sizes: GrowthSizes, say: (row: Row) => void): Promise<void> {
  const filled = await fill(where, t, sizes.writes);
  const of = `${sizes.writes.accounts} accounts, ${sizes.writes.postings} postings`;
  const [large, empty]: number[][] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    const fresh = await makeBooks(t, ACCOUNTS_OF_ONE);
    empty?.push((await rateOf(t, fresh, sizes.intents)).perSecond);
    large?.push((await rateOf(t, filled.books, sizes.intents)).perSecond);
  }
  say(asRate('rate-large', `posting, ${of}`, Math.max(...(large ?? [])), Math.max(...(empty ?? [])), GOAL_LARGE));
  const baseline = await measureStarts(where, masterKey, await makeBooks(t, 2), sizes.runs);
  const value = await measureStarts(where, masterKey, filled.books, sizes.runs);
  const note = `beyond the ${baseline.toFixed(0)} ms of an organisation of two accounts`;
  say(
    absolute(
      { name: 'start', title: `the first post after a start, ${of}`, value: value - baseline, unit: 'ms', note },
      { atMost: GOAL_START_MS },
    ),
  );
}
const GOAL_LIST_MS = 50;
const GOAL_LARGE = 0.85;
const GOAL_ORGANISATIONS = 0.7;
const GOAL_START_MS = 1_000;

const rateOf = (t: TestLedger, books: Books, intents: number): Promise<Rate> =>
  measureKernel(t, { tenantId: books.tenantId, commands: prepareCommands(books, intents, false) });

const asRate = (name: string, title: string, value: number, baseline: number, goal: number): Row =>
  relative(
    { name, title, value, unit: 'intents/s' },
    { name: name === 'rate-large' ? 'empty' : 'one', value: baseline },
    { atLeast: goal },
  );

/** As many intents of one organisation, and then of many at once, each with callers of its own. */
async function measureOrganisations(t: TestLedger, { organisations, intents }: GrowthSizes, say: (row: Row) => void): Promise<void> {
  const one = await makeBooks(t, ACCOUNTS_OF_ONE);
  const many: Books[] = [];
  for (let i = 0; i < organisations; i++) many.push(await makeBooks(t, ACCOUNTS_OF_MANY));
  const each = Math.ceil(intents / organisations);
  const [ofOne, ofMany]: number[][] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    ofOne?.push((await rateOf(t, one, intents)).perSecond);
    const prepared = many.map((books) => ({ tenantId: books.tenantId, commands: prepareCommands(books, each, false) }));
    ofMany?.push((await measureKernel(t, ...prepared)).perSecond);
  }
  const title = `posting, ${organisations} organisations at once`;
  say(asRate('rate-organisations', title, Math.max(...(ofMany ?? [])), Math.max(...(ofOne ?? [])), GOAL_ORGANISATIONS));
}

export async function measureGrowth(where: Where, sizes: GrowthSizes, say: (line: string) => void): Promise<readonly Row[]> {
  const masterKey = randomBytes(32);
  const t = openLedger(where, { masterKey });
  const found: Row[] = [];
  const keep = (row: Row): void => {
    found.push(row);
    say(`${row.name}  ${row.value.toFixed(1)} ${row.unit}`);
  };
  try {
    await measureOrganisations(t, sizes, keep);
    await measureWrites(where, t, masterKey, sizes, keep);
    await measureReads(where, t, sizes, keep);
    return found;
  } finally {
    await t.close();
  }
}
