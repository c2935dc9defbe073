// npm run bench [-- --json FILE] [--quick] [--only PART,PART] [--rows ROW,ROW] [--rounds N]
// Starts servers with their own PostgreSQL on disk, durable, and databases without one for what is measured in process, and measures every
// row in one go. What counts are ratios to baselines
// of the same run. Ends with 1 where a goal is missed. `--quick` runs the same code on small sizes and judges nothing:
// that every row runs, and posts what it says, is its answer. A part that fails is told, and ends it with 1 once the others have run.

import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import os from 'node:os';
import { parseArgs } from 'node:util';
import type { Where } from '@countinghouse/store/connection';
import { openWorld, type World } from '@countinghouse/testkit/world';
import { measureAuditPack } from './audit-pack.ts';
import { BACKUP_EVENTS, measureBackup } from './backup.ts';
import { type BareDatabase, openBareDatabase } from './bare-database.ts';
import { fullConsole, measureConsole, quickConsole } from './console.ts';
import { measureEvidence } from './evidence.ts';
import { measureFairness } from './fairness.ts';
import { fullSizes, measureGrowth, quickSizes } from './growth.ts';
import { measureMetadata } from './metadata.ts';
import { measurePolicies } from './policies.ts';
import { fullProofs, measureProofs, quickProofs } from './proofs.ts';
import { fullPrune, measurePrune, quickPrune } from './prune.ts';
import { fullRates, measureRates, quickRates, type RateName, rateNames } from './rates.ts';
import { fullRecon, measureRecon, quickRecon } from './recon.ts';
import { measureReplicas } from './replicas.ts';
import { lineOf, type Row } from './row.ts';
import { fullServers, measureServers, quickServers } from './servers.ts';
import { measureSignatures } from './signatures.ts';
import { measureStorage } from './storage.ts';
import { measureVerifier, VERIFIER_EVENTS } from './verifier.ts';
import { measureWebhooks } from './webhooks.ts';

const { values: asked } = parseArgs({
  options: {
    json: { type: 'string' },
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    rows: { type: 'string' },
    rounds: { type: 'string' },
  },
});
const { quick } = asked;
const rounds = Number(asked.rounds ?? (quick ? 1 : 3));
const say = (line: string): void => console.error(line);

const named = asked.rows?.split(',') ?? null;
const wantedRates = rateNames.filter((name) => named === null || named.includes(name));

/** What a part is measured on. A server, or a database alone, is started when a part first asks for it. */
interface Ground {
  world(): Promise<World>;
  bare(): Promise<Where>;
}
const besideSize = quick ? { rounds: 1, accounts: 20, intents: 300 } : { rounds: 5, accounts: 1_000, intents: 20_000 };
type Part = (on: Ground) => Promise<readonly Row[]>;
const parts = {
  rates: async (on) =>
    measureRates({
      world: () => on.world(),
      bare: () => on.bare(),
      names: wantedRates,
      rounds,
      sizes: quick ? quickRates : fullRates,
      say,
    }),
  policies: async (on) => measurePolicies(await on.bare(), besideSize, say),
  metadata: async (on) => measureMetadata(await on.bare(), besideSize, say),
  signatures: async (on) =>
    measureSignatures(
      await on.world(),
      quick ? { rounds: 1, warmUpMs: 50, measureMs: 200, callers: 8 } : { rounds: 3, warmUpMs: 1_000, measureMs: 5_000, callers: 64 },
      say,
    ),
  fairness: async (on) =>
    measureFairness(
      await on.world(),
      quick
        ? { rounds: 1, settleMs: 20, warmUpMs: 100, measureMs: 300, postings: 500 }
        : { rounds: 3, settleMs: 500, warmUpMs: 1_000, measureMs: 6_000, postings: 50_000 },
      say,
    ),
  webhooks: () =>
    measureWebhooks(quick ? { rounds: 1, warmUpMs: 200, measureMs: 500 } : { rounds: 3, warmUpMs: 1_000, measureMs: 6_000 }, say),
  growth: async (on) => measureGrowth(await on.bare(), quick ? quickSizes : fullSizes, say),
  proofs: async (on) => measureProofs(await on.bare(), say, quick ? quickProofs : fullProofs),
  prune: async (on) => measurePrune(await on.bare(), quick ? quickPrune : fullPrune, say),
  recon: async (on) => measureRecon(await on.bare(), quick ? quickRecon : fullRecon),
  storage: async (on) => measureStorage(await on.world(), quick ? 500 : 20_000),
  evidence: async (on) =>
    measureEvidence(
      await on.world(),
      quick ? { rounds: 1, warmUpMs: 200, measureMs: 500 } : { rounds: 5, warmUpMs: 2_000, measureMs: 8_000 },
      say,
    ),
  backup: () => measureBackup(say, quick ? 2_000 : BACKUP_EVENTS),
  servers: () => measureServers(quick ? quickServers : fullServers, say),
  replicas: () => measureReplicas(quick ? 20 : 1_000, say),
  verifier: () => measureVerifier(say, quick ? 20_000 : VERIFIER_EVENTS),
  'audit-pack': () => measureAuditPack(say, quick ? 20_000 : VERIFIER_EVENTS),
  console: () => measureConsole(say, quick ? quickConsole : fullConsole),
} satisfies Readonly<Record<string, Part>>;
type PartName = keyof typeof parts;
const partNames = Object.keys(parts) as PartName[];

const only = asked.only?.split(',') ?? (named === null ? partNames : ['rates']);
const unknown = [
  ...only.filter((name) => !(partNames as readonly string[]).includes(name)),
  ...(named ?? []).filter((name) => !rateNames.includes(name as RateName)),
];
if (unknown.length > 0 || !(Number.isInteger(rounds) && rounds >= 1)) {
  console.error(
    `unknown: ${unknown.join(', ') || asked.rounds}\nusage: npm run bench -- [--json FILE] [--quick] [--only ${partNames.join(',')}] [--rows ${rateNames.join(',')}] [--rounds N]`,
  );
  process.exit(2);
}

const rows: Row[] = [];
const failed = new Map<PartName, string>();
const wanted = partNames.filter((part) => only.includes(part));
// Each part on ground of its own: what one leaves behind is no load of the next. Where nothing is judged, all share it, and those that need none go beside.
if (quick) {
  const ownGround: readonly PartName[] = ['webhooks', 'backup', 'servers', 'replicas', 'verifier', 'audit-pack', 'console'];
  await Promise.all([
    measureOn(wanted.filter((name) => !ownGround.includes(name))),
    measureOn(wanted.filter((name) => ownGround.includes(name))),
  ]);
} else for (const name of wanted) await measureOn([name]);

async function measureOn(names: readonly PartName[]): Promise<void> {
  let world: Promise<World> | undefined;
  let database: Promise<BareDatabase> | undefined;
  const on: Ground = {
    world: () => (world ??= openWorld()),
    bare: async () => {
      database ??= openBareDatabase();
      return (await database).where;
    },
  };
  try {
    for (const name of names) {
      const beganMs = performance.now();
      try {
        const found = await parts[name](on);
        rows.push(...found);
        for (const row of found) console.log(lineOf(row));
      } catch (error) {
        failed.set(name, error instanceof Error ? error.message : String(error));
        console.error(`${name} FAILED`, error);
      }
      say(`${name} took ${((performance.now() - beganMs) / 1000).toFixed(1)} s`);
      // An hour of measuring is not lost with what comes after it.
      writeJson();
    }
  } finally {
    await (await world)?.close();
    await (await database)?.close();
  }
}

const missed = rows.filter((row) => !row.ok);
for (const [name, why] of failed) console.log(`failed: ${name}: ${why}`);
if (failed.size > 0) process.exitCode = 1;
if (quick) console.log(`${rows.length} rows ran`);
else {
  console.log(missed.length === 0 ? `${rows.length} rows, every goal reached` : `${missed.length} of ${rows.length} rows miss their goal`);
  if (missed.length > 0) process.exitCode = 1;
}

function writeJson(): void {
  if (asked.json === undefined) return;
  writeFileSync(
    asked.json,
    `${JSON.stringify({ machine: machine(), commit: commit(), quick, rounds, failed: [...failed.keys()], rows }, null, 2)}\n`,
  );
}

function commit(): string {
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return 'unknown';
  }
}

function machine(): Readonly<Record<string, string | number>> {
  return {
    cpu: os.cpus()[0]?.model ?? 'unknown',
    cores: os.cpus().length,
    memoryMb: Math.round(os.totalmem() / 2 ** 20),
    system: os.release(),
    node: process.version,
  };
}
