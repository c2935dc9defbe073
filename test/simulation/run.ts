// npm run simulate -- --workload W --seed N --seconds S [--url http://…]
// npm run simulate -- --planted [--only WORDS]: planted bugs, and whether they are caught.
// Starts servers and a database of its own; with a URL, bank, set and limits play on a server that runs already.
// Prints the seed first and last; every operation is kept in test-results/simulation. Exit code 0: everything held.

import { parseArgs } from 'node:util';
import { runPlanted } from './planted/run.ts';
import { openStage } from './stage.ts';
import { play, workloads } from './workloads.ts';

const onAnyServer = new Set(['bank', 'set', 'append', 'limits']);
const SEEDS = 1_000_000_000;
const FAULTS_SHOWN_MAX = 20;

const { values: asked } = parseArgs({
  options: {
    workload: { type: 'string', default: 'bank' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * SEEDS)) },
    seconds: { type: 'string', default: '20' },
    url: { type: 'string' },
    planted: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
  },
});
if (asked.planted) process.exit((await runPlanted(asked.only)) ? 0 : 1);
const name = asked.workload;
const seed = Number(asked.seed);
const seconds = Number(asked.seconds);
if (workloads[name] === undefined || !Number.isSafeInteger(seed) || !(seconds > 0) || (asked.url !== undefined && !onAnyServer.has(name))) {
  const names = Object.keys(workloads).join('|');
  console.error(`usage: npm run simulate -- --workload ${names} --seed N --seconds S [--url URL]`);
  process.exit(2);
}

const title = `workload ${name}, seed ${seed}, ${seconds} s`;
console.log(title);
const held = await playOne();
console.log(held ? 'everything held' : 'it did not hold');
console.log(title);
process.exit(held ? 0 : 1);

async function playOne(): Promise<boolean> {
  const stage = await openStage(workloads[name]?.stage ?? 'server', asked.url);
  try {
    const { faults, counts, hits, historyFile } = await play(stage, { name, seed, seconds });
    for (const [what, count] of Object.entries(counts)) console.log(`${String(count).padStart(9)}  ${what}`);
    for (const [what, count] of Object.entries(hits)) console.log(`${String(count).padStart(9)}  ${what} (hits)`);
    for (const fault of faults.slice(0, FAULTS_SHOWN_MAX)) console.log(`FAULT ${fault}`);
    console.log(`${faults.length} faults; history in ${historyFile}`);
    return faults.length === 0;
  } finally {
    await stage.close();
  }
}
