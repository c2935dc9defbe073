// How many intents a second are posted, in process and over HTTP, beside two baselines of the same run.

import os from 'node:os';
import type { Where } from '@countinghouse/store/connection';
import { makeBooks, openLedger } from '@countinghouse/testkit/books';
import type { Organisation, World } from '@countinghouse/testkit/world';
import { measureCeiling, measureNaive, prepareCopies } from './baselines.ts';
import { measureBatchCalls } from './batch-calls.ts';
import { callersOf, measureHttp } from './http.ts';
import { prepareCommands } from './intents.ts';
import { measureKernel } from './kernel.ts';
import { bestOf, type Rate } from './rate.ts';
import { absolute, type Row, relative } from './row.ts';

const HTTP_ACCOUNTS = 100;

export interface RateSizes {
  readonly accounts: number;
  readonly naive: number;
  readonly ceiling: number;
  readonly kernel: number;
  readonly warmUp: number;
  /** Intents in a transaction of the ceiling. */
  readonly ceilingBatch: number;
  readonly httpWarmUpMs: number;
  readonly httpMs: number;
  /** Who call at once with many intents each. */
  readonly batchCallers: number;
}
export const fullRates: RateSizes = {
  accounts: 1_000,
  naive: 3_000,
  ceiling: 30_000,
  kernel: 60_000,
  warmUp: 5_000,
  ceilingBatch: 1_000,
  httpWarmUpMs: 2_000,
  httpMs: 5_000,
  batchCallers: 8,
};
export const quickRates: RateSizes = {
  accounts: 20,
  naive: 50,
  ceiling: 200,
  kernel: 500,
  warmUp: 50,
  ceilingBatch: 50,
  httpWarmUpMs: 50,
  httpMs: 300,
  batchCallers: 2,
};

/** Ratios to naive or to the ceiling that a row is to reach, and how long the slowest of a hundred calls may take. */
interface Goals {
  readonly naive?: number;
  readonly ceiling?: number;
  readonly kernel?: number;
  readonly p99Ms?: number;
  /** Intents a second to each core that callers, server and database share. */
  readonly perCore?: number;
}
const rates = {
  naive: { title: 'one transaction an intent, 32 connections', goals: {} },
  ceiling: { title: 'raw COPY of the same rows', goals: {} },
  kernel: { title: 'kernel, in process', goals: { naive: 25, ceiling: 0.75 } },
  hot: { title: 'kernel, every posting on one account', goals: { kernel: 0.95 } },
  http20: { title: 'HTTP, one intent a call, 20 callers', goals: { naive: 8, p99Ms: 15 } },
  http64: { title: 'HTTP, one intent a call, 64 callers', goals: { naive: 14, p99Ms: 40 } },
  // Source of 5,000: the newest figure that Formance gives for itself, bulks of 50 without balance checks, is about 4,400 a core.
  batch50: { title: 'HTTP, 50 intents a call, balances checked', goals: { ceiling: 0.4, perCore: 5_000 } },
  'batch50-hot': { title: 'HTTP, 50 intents a call, one account, checked', goals: { ceiling: 0.4 } },
  batch500: { title: 'HTTP, 500 intents a call, balances checked', goals: { ceiling: 0.55 } },
  'batch500-hot': { title: 'HTTP, 500 intents a call, one account, checked', goals: { ceiling: 0.55 } },
} as const satisfies Readonly<Record<string, { readonly title: string; readonly goals: Goals }>>;
export type RateName = keyof typeof rates;
export const rateNames = Object.keys(rates) as RateName[];

export interface RatesAsked {
  /** The server that is posted to over HTTP. */
  readonly world: () => Promise<World>;
  /** A database without a server, for what is measured in process. */
  readonly bare: () => Promise<Where>;
  readonly names: readonly RateName[];
  readonly rounds: number;
  readonly sizes: RateSizes;
  readonly say: (line: string) => void;
}

/** Round after round, not row after row, and of each row the best: what else the machine does then meets all rows alike. */
export async function measureRates({ world, bare, names, rounds, sizes, say }: RatesAsked): Promise<readonly Row[]> {
  let served: Promise<Served> | undefined;
  const bench: Bench = { bare, served: () => (served ??= serve(world)), sizes };
  const found = new Map<RateName, Rate[]>(names.map((name) => [name, []]));
  for (let round = 1; round <= rounds; round++) {
    for (const name of names) {
      const rate = await measure(name, bench);
      found.get(name)?.push(rate);
      say(`round ${round}  ${name.padEnd(12)} ${Math.round(rate.perSecond)}/s`);
    }
  }
  const best = new Map([...found].map(([name, some]) => [name, bestOf(some)]));
  return names.flatMap((name) => rowsOf(name, best));
}

interface Served {
  readonly world: World;
  readonly organisation: Organisation;
}
const serve = async (open: RatesAsked['world']): Promise<Served> => {
  const world = await open();
  return { world, organisation: await world.makeOrganisation({ currencies: ['USD'], accountsEach: HTTP_ACCOUNTS }) };
};

interface Bench extends Pick<RatesAsked, 'bare' | 'sizes'> {
  readonly served: () => Promise<Served>;
}

async function measure(name: RateName, bench: Bench): Promise<Rate> {
  const { bare, served, sizes } = bench;
  if (name === 'naive' || name === 'ceiling' || name === 'kernel' || name === 'hot') return measureInProcess(name, await bare(), sizes);
  const { world, organisation } = await served();
  const times = { warmUpMs: sizes.httpWarmUpMs, measureMs: sizes.httpMs };
  switch (name) {
    case 'http20':
    case 'http64':
      return measureHttp({ ...callersOf(world, organisation, HTTP_ACCOUNTS), ...times, connections: name === 'http20' ? 20 : 64 });
    case 'batch50':
    case 'batch50-hot':
    case 'batch500':
    case 'batch500-hot':
      return measureBatchCalls(world, {
        ...times,
        callers: sizes.batchCallers,
        intents: name.startsWith('batch500') ? 500 : 50,
        hot: name.endsWith('-hot'),
      });
  }
}

async function measureInProcess(name: 'naive' | 'ceiling' | 'kernel' | 'hot', where: Where, sizes: RateSizes): Promise<Rate> {
  const t = openLedger(where);
  try {
    const books = await makeBooks(t, sizes.accounts);
    const isHot = name === 'hot';
    if (name === 'kernel' || isHot) {
      await measureKernel(t, { tenantId: books.tenantId, commands: prepareCommands(books, sizes.warmUp, isHot) });
      return await measureKernel(t, { tenantId: books.tenantId, commands: prepareCommands(books, sizes.kernel, isHot) });
    }
    const intents = sizes[name];
    const client = await t.loginPool.connect();
    const trips = await prepareCopies(
      client,
      books,
      t.keyring,
      prepareCommands(books, intents, false),
      name === 'naive' ? 1 : sizes.ceilingBatch,
    );
    client.release();
    return await (name === 'naive' ? measureNaive(where, trips) : measureCeiling(where, trips, intents));
  } finally {
    await t.close();
  }
}

/** A row for each goal, and one where there is none. */
function rowsOf(name: RateName, best: ReadonlyMap<RateName, Rate>): readonly Row[] {
  const rate = best.get(name);
  if (rate === undefined) return [];
  const { title } = rates[name];
  const goals: Goals = rates[name].goals;
  const told = { name, title, value: rate.perSecond, unit: 'intents/s' };
  const rows = (['naive', 'ceiling', 'kernel'] as const).flatMap((to) => {
    const goal = goals[to];
    return goal === undefined ? [] : [relative(told, { name: to, value: best.get(to)?.perSecond }, { atLeast: goal })];
  });
  if (rows.length === 0) rows.push(absolute(told, null));
  if (goals.p99Ms !== undefined)
    rows.push(
      absolute({ name: `${name}-p99`, title: `${title}, p99`, value: rate.p99Ms ?? Number.NaN, unit: 'ms' }, { atMost: goals.p99Ms }),
    );
  if (goals.perCore !== undefined) {
    const value = rate.perSecond / os.availableParallelism();
    rows.push(absolute({ name: `${name}-core`, title: `${title}, a core`, value, unit: 'intents/s' }, { atLeast: goals.perCore }));
  }
  return rows;
}
