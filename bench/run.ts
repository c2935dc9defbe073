// npm run bench [-- --json FILE] [--rows naive,ceiling,kernel,hot,http20,http64] [--rounds N] [--only rates|growth|proofs|verifier|recon]
// Starts a server with its own PostgreSQL on disk, durable, and measures every row on it in one go. What counts are the
// ratios: to one transaction an intent (naive), and to raw COPY of the same rows (ceiling), both of the same run.

import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import os from 'node:os';
import { parseArgs } from 'node:util';
import type { Where } from '@countinghouse/store/connection';
import { makeBooks, openLedger } from '@countinghouse/testkit/books';
import { databaseOf } from '@countinghouse/testkit/server-process';
import { type Organisation, openWorld } from '@countinghouse/testkit/world';
import { measureCeiling, measureNaive, prepareCopies } from './baselines.ts';
import { fullSizes, type GrowthRow, growthLine, measureGrowth } from './growth.ts';
import { measureHttp } from './http.ts';
import { bodyOf, prepareCommands } from './intents.ts';
import { measureKernel } from './kernel.ts';
import { measureProofs, type ProofRow, proofLine } from './proofs.ts';
import { bestOf, type Rate } from './rate.ts';
import { measureRecon, type ReconRow, reconLine } from './recon.ts';
import { measureVerifier, type VerifierRow, verifierLine } from './verifier.ts';

const ACCOUNTS = 1_000;
const NAIVE_INTENTS = 3_000;
const CEILING_INTENTS = 30_000;
const KERNEL_INTENTS = 60_000;
const WARM_UP_INTENTS = 5_000;
const BATCH = 1_000;
const HTTP_ACCOUNTS = 100;
const HTTP_WARM_UP_MS = 2_000;
const HTTP_MEASURE_MS = 5_000;

/** What a row must reach, as a ratio to another row of the same run; `further` is the goal of the finished product. */
interface Goal {
  readonly to: RowName;
  readonly atLeast?: number;
  readonly further: number;
}
const goals = {
  naive: [],
  ceiling: [],
  kernel: [
    { to: 'naive', atLeast: 15, further: 20 },
    { to: 'ceiling', atLeast: 0.5, further: 0.75 },
  ],
  hot: [{ to: 'kernel', atLeast: 0.9, further: 0.9 }],
  http20: [{ to: 'naive', further: 6 }],
  http64: [{ to: 'naive', atLeast: 8, further: 12 }],
} as const satisfies Readonly<Record<string, readonly { to: string; atLeast?: number; further: number }[]>>;
type RowName = keyof typeof goals;
const rowNames = Object.keys(goals) as RowName[];

const titles: Readonly<Record<RowName, string>> = {
  naive: 'one transaction an intent, 32 connections',
  ceiling: 'raw COPY of the same rows',
  kernel: 'kernel, in process',
  hot: 'kernel, every posting on one account',
  http20: 'HTTP, one intent a call, 20 callers',
  http64: 'HTTP, one intent a call, 64 callers',
};

const { values: asked } = parseArgs({
  options: { json: { type: 'string' }, rows: { type: 'string' }, rounds: { type: 'string', default: '3' }, only: { type: 'string' } },
});
const parts = ['rates', 'growth', 'proofs', 'verifier', 'recon'] as const;
const isWanted = (part: (typeof parts)[number]): boolean => asked.only === undefined || asked.only === part;
const named = asked.rows === undefined ? rowNames : rowNames.filter((name) => asked.rows?.split(',').includes(name));
const wanted = isWanted('rates') ? named : [];
const rounds = Number(asked.rounds);
if (named.length === 0 || !(rounds >= 1) || !(asked.only === undefined || (parts as readonly string[]).includes(asked.only))) {
  console.error(
    `usage: npm run bench -- [--json FILE] [--rows ${rowNames.join(',')}] [--rounds N] [--only rates|growth|proofs|verifier|recon]`,
  );
  process.exit(2);
}

const world = await openWorld();
const measured = new Map<RowName, Rate>();
let growth: readonly GrowthRow[] = [];
let proofs: readonly ProofRow[] = [];
let verifier: readonly VerifierRow[] = [];
let recon: readonly ReconRow[] = [];
try {
  const where = databaseOf(world.server()?.dataDir ?? '');
  const organisation = await world.makeOrganisation({ currencies: ['USD'], accountsEach: HTTP_ACCOUNTS });
  const rates = new Map<RowName, Rate[]>(wanted.map((name) => [name, []]));
  // Round after round, not row after row, and of each row the best: what else the machine does then meets all rows alike.
  for (let round = 1; round <= rounds; round++) {
    for (const name of wanted) {
      const rate = await measure(name, where, organisation);
      rates.get(name)?.push(rate);
      console.error(`round ${round}  ${name.padEnd(8)} ${Math.round(rate.perSecond)}/s`);
    }
  }
  for (const [name, found] of rates) measured.set(name, bestOf(found));
  if (isWanted('growth') && asked.rows === undefined) growth = await measureGrowth(where, fullSizes, (line) => console.error(line));
  if (isWanted('proofs') && asked.rows === undefined) proofs = await measureProofs(where, (line) => console.error(line));
  if (isWanted('recon') && asked.rows === undefined) recon = [await measureRecon(where)];
} finally {
  await world.close();
}
if (isWanted('verifier') && asked.rows === undefined) verifier = [await measureVerifier((line) => console.error(line))];
report();

async function measure(name: RowName, where: Where, organisation: Organisation): Promise<Rate> {
  if (name === 'http20' || name === 'http64') return measureHttpWith(organisation, name === 'http20' ? 20 : 64);
  const t = openLedger(where);
  try {
    const books = await makeBooks(t, ACCOUNTS);
    const intents = { naive: NAIVE_INTENTS, ceiling: CEILING_INTENTS, kernel: KERNEL_INTENTS, hot: KERNEL_INTENTS }[name];
    const commands = prepareCommands(books, intents, name === 'hot');
    if (name === 'kernel' || name === 'hot') {
      await measureKernel(t.ledger, books.tenantId, prepareCommands(books, WARM_UP_INTENTS, name === 'hot'));
      return await measureKernel(t.ledger, books.tenantId, commands);
    }
    const client = await t.loginPool.connect();
    const trips = await prepareCopies(client, books, t.keyring, commands, name === 'naive' ? 1 : BATCH);
    client.release();
    return await (name === 'naive' ? measureNaive(where, trips) : measureCeiling(where, trips, intents));
  } finally {
    await t.close();
  }
}

function measureHttpWith({ tenantId, fxSnapshotId, caller }: Organisation, connections: number): Promise<Rate> {
  const { port, host } = new URL(world.url);
  return measureHttp({
    port: Number(port),
    path: '/api/v1/intents/execute',
    // A write with a cookie says where it comes from, as a browser's does.
    headers: { host, origin: world.url, 'content-type': 'application/json', 'x-tenant-id': tenantId, ...caller.headers },
    body: JSON.stringify(bodyOf({ tenantId, fxSnapshotId, debit: 'USD-DEBIT', credit: 'USD-CREDIT' }, 'KEY')),
    accounts: HTTP_ACCOUNTS,
    connections,
    warmUpMs: HTTP_WARM_UP_MS,
    measureMs: HTTP_MEASURE_MS,
  });
}

interface Row {
  readonly name: RowName;
  readonly value: number;
  readonly unit: 'intents/s';
  readonly p50Ms: number | null;
  readonly p99Ms: number | null;
  readonly baseline: RowName | null;
  /** To the baseline; null where that was not measured. */
  readonly ratio: number | null;
  readonly goal: number | null;
  readonly further: number | null;
  readonly ok: boolean;
}

/** A row for each goal, and one where there is none. */
function rowsOf(name: RowName, rate: Rate): readonly Row[] {
  const { perSecond } = rate;
  const base = { name, value: Math.round(perSecond), unit: 'intents/s', p50Ms: rate.p50Ms ?? null, p99Ms: rate.p99Ms ?? null } as const;
  const against: readonly Goal[] = goals[name];
  if (against.length === 0) return [{ ...base, baseline: null, ratio: null, goal: null, further: null, ok: true }];
  return against.map(({ to, atLeast = null, further }) => {
    const baseline = measured.get(to);
    const ratio = baseline === undefined ? null : perSecond / baseline.perSecond;
    return { ...base, baseline: to, ratio, goal: atLeast, further, ok: atLeast === null || ratio === null || ratio >= atLeast };
  });
}

function report(): void {
  const rows = [...measured].flatMap(([name, rate]) => rowsOf(name, rate));
  if (rows.length > 0) console.log(`${'row'.padEnd(44)}${'intents/s'.padStart(10)}${'p50 ms'.padStart(8)}${'p99 ms'.padStart(8)}   ratio`);
  for (const { name, value, p50Ms, p99Ms, baseline, ratio, goal, further, ok } of rows) {
    const times = [p50Ms, p99Ms].map((ms) => (ms === null ? '' : ms.toFixed(1)).padStart(8)).join('');
    const aims = [goal === null ? '' : `goal ${goal}${ok ? '' : ' MISSED'}`, `further ${further}`].filter((a) => a !== '').join(', ');
    const compared = ratio === null ? '' : `${ratio.toFixed(2)} × ${baseline} (${aims})`;
    console.log(`${titles[name].padEnd(44)}${String(value).padStart(10)}${times}   ${compared}`);
  }
  for (const row of growth) console.log(growthLine(row));
  for (const row of proofs) console.log(proofLine(row));
  for (const row of verifier) console.log(verifierLine(row));
  for (const row of recon) console.log(reconLine(row));
  const git = (...args: readonly string[]): string => execFileSync('git', args, { encoding: 'utf8' }).trim();
  const cpu = os.cpus()[0]?.model ?? 'unknown';
  const machine = {
    cpu,
    cores: os.cpus().length,
    memoryMb: Math.round(os.totalmem() / 2 ** 20),
    system: os.release(),
    node: process.version,
  };
  if (asked.json !== undefined)
    writeFileSync(
      asked.json,
      `${JSON.stringify({ machine, commit: git('rev-parse', 'HEAD'), rounds, rows: [...rows, ...growth, ...proofs, ...verifier, ...recon] }, null, 2)}\n`,
    );
  process.exitCode = [...rows, ...growth, ...proofs, ...verifier, ...recon].every((row) => row.ok) ? 0 : 1;
}
