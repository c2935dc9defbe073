// npm run simulate -- --workload bank|set|append|idempotency|kill|limits --seed N --seconds S [--url http://…]
// Starts a server of its own unless a URL is given (append and kill look into the database and need their own).
// Prints the seed first and last; what happened is kept in test-results/simulation. Exit code 0: everything held.

import { parseArgs } from 'node:util';
import { openWorld } from '@countinghouse/testkit/world';
import { chanceOf } from './chance.ts';
import { openHistory } from './history.ts';
import type { Workload } from './workload.ts';
import { append } from './workloads/append.ts';
import { bank } from './workloads/bank.ts';
import { idempotency } from './workloads/idempotency.ts';
import { kill } from './workloads/kill.ts';
import { limits } from './workloads/limits.ts';
import { set } from './workloads/set.ts';

const workloads: Readonly<Record<string, Workload>> = { bank, set, append, idempotency, kill, limits };
const needOwnServer = new Set(['append', 'kill']);
const SEEDS = 1_000_000_000;
const FAULTS_SHOWN_MAX = 20;

const { values: asked } = parseArgs({
  options: {
    workload: { type: 'string', default: 'bank' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * SEEDS)) },
    seconds: { type: 'string', default: '20' },
    url: { type: 'string' },
  },
});
const workload = workloads[asked.workload];
const seed = Number(asked.seed);
const seconds = Number(asked.seconds);
if (
  workload === undefined ||
  !Number.isSafeInteger(seed) ||
  !(seconds > 0) ||
  (asked.url !== undefined && needOwnServer.has(asked.workload))
) {
  console.error(`usage: npm run simulate -- --workload ${Object.keys(workloads).join('|')} --seed N --seconds S [--url URL]`);
  process.exit(2);
}

console.log(`workload ${asked.workload}, seed ${seed}, ${seconds} s`);
const world = await openWorld(asked.url ?? null);
const history = openHistory(asked.workload, seed);
let failed = true;
try {
  const until = performance.now() + seconds * 1000;
  const verdict = await workload({ world, history, chance: chanceOf(seed), goOn: () => performance.now() < until });
  for (const [what, count] of Object.entries({ ...verdict.counts, ...verdict.hits })) console.log(`${String(count).padStart(9)}  ${what}`);
  const missed = Object.entries(verdict.hits).flatMap(([what, count]) => (count > 0 ? [] : [`never hit: ${what}`]));
  const faults = [...verdict.faults, ...missed];
  for (const fault of faults) history.note({ fault });
  for (const fault of faults.slice(0, FAULTS_SHOWN_MAX)) console.log(`FAULT ${fault}`);
  failed = faults.length > 0;
  console.log(failed ? `${faults.length} faults` : 'everything held');
} finally {
  await history.close();
  await world.close();
  console.log(`history ${history.file}`);
  console.log(`workload ${asked.workload}, seed ${seed}, ${seconds} s`);
}
process.exit(failed ? 1 : 0);
