// npm run simulate -- --workload W --seed N --seconds S [--url http://…] [--from COMMIT]
// npm run simulate -- --workload scale …: no workload, but a simulation of many machines from what each step costs (scale/run.ts).
// npm run simulate -- --planted [--only WORDS]: planted bugs, and whether they are caught.
// Starts servers and a database of its own; with a URL, bank, set and limits play on a server that runs already; upgrade begins with the
// sources of a commit, the newest tag where none is named, the present ones where there is no tag.
// Prints the seed first and last; every operation is kept in test-results/simulation. Exit code 0: everything held.

import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { runPlanted } from './planted/run.ts';
import { runScale, SCALE_USAGE, scaleOptions } from './scale/run.ts';
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
    from: { type: 'string' },
    planted: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    ...scaleOptions,
  },
});
if (asked.planted) process.exit((await runPlanted(asked.only)) ? 0 : 1);
const name = asked.workload;
const seed = Number(asked.seed);
const seconds = Number(asked.seconds);
const isPlayable = Number.isSafeInteger(seed) && seconds > 0;
if (name === 'scale' && isPlayable && runScale(asked, { seed, seconds })) process.exit(0);
if (workloads[name] === undefined || !isPlayable || (asked.url !== undefined && !onAnyServer.has(name))) {
  const names = Object.keys(workloads).join('|');
  console.error(`usage: npm run simulate -- --workload ${names} --seed N --seconds S [--url URL] [--from COMMIT]`);
  console.error(`       npm run simulate -- --workload scale --seed N --seconds S ${SCALE_USAGE}`);
  process.exit(2);
}

const title = `workload ${name}, seed ${seed}, ${seconds} s`;
console.log(title);
const held = await playOne();
console.log(held ? 'everything held' : 'it did not hold');
console.log(title);
process.exit(held ? 0 : 1);

function newestTag(): string | undefined {
  const found = spawnSync('git', ['describe', '--tags', '--abbrev=0'], { encoding: 'utf8' });
  return found.status === 0 ? found.stdout.trim() : undefined;
}

async function playOne(): Promise<boolean> {
  const kind = workloads[name]?.stage ?? 'server';
  const from = kind === 'upgrade' ? (asked.from ?? newestTag()) : undefined;
  if (kind === 'upgrade') console.log(`from ${from ?? 'the present sources: there is no tag'}`);
  const stage = await openStage(kind, { url: asked.url, from });
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
