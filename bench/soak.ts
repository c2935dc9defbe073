// node bench/soak.ts --seconds N [--warm-up N] [--pace N]
// A server of its own at a steady pace of postings and reads, and how much more of its memory it keeps as time goes by: the slope, in MB an hour, of
// what is resident once all of its threads have collected their garbage, without the room in their heaps that stands empty and without what a replay holds
// until its end, each half minute after the warm-up. What waits to be collected is none of it: it goes up and down by more than a leak would add in half an hour. By then what is bounded has reached
// its bound: 20,000 decisions of an organisation, and the histograms of the hour. Ends with 1 where a run of half an hour or more is steeper than 5 MB an
// hour by more than its samples vary, or the pace was not kept.

import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Answer, okBody } from '@countinghouse/testkit/caller';
import { type Organisation, openWorld } from '@countinghouse/testkit/world';
import { Collector } from './collect-garbage.ts';
import { bodyOf } from './intents.ts';

const { values: asked } = parseArgs({
  options: { seconds: { type: 'string', default: '1800' }, 'warm-up': { type: 'string' }, pace: { type: 'string', default: '100' } },
});
const count = (name: string, value: string): number => {
  const found = Number(value);
  if (!Number.isSafeInteger(found) || found < 1) throw new Error(`--${name}: use a whole number above zero`);
  return found;
};
const seconds = count('seconds', asked.seconds);
const warmUp = count('warm-up', asked['warm-up'] ?? String(Math.ceil(Math.min(600, seconds / 3))));
/** Intents a second; a read comes with every tenth. */
const pace = count('pace', asked.pace);
if (seconds <= warmUp) throw new Error('--seconds: use more than the warm-up takes');

const ACCOUNTS = 50;
const LOOK_EVERY_MS = 1_000;
const COLLECT_EVERY_S = 30;
const JUDGED_FROM_S = 1_800;
const SLOPE_MAX_MB_AN_HOUR = 5;
const SAY_EVERY_S = 60;
/** Of what the pace asks for, so much must be answered. */
const PACE_KEPT = 0.95;
const CHECKING = 'check ledgers';
/** A server that is slower than the pace is sent no more than this at once, or it would have a queue to work off at the end. */
const UNDER_WAY_MAX = 256;
const LAST_WORDS = 4_000;
const reads = [
  '/api/v1/intents?limit=50',
  '/api/v1/events?limit=50',
  '/api/v1/balances',
  '/api/internal/holds/list',
  '/api/internal/performance/summary',
  '/api/internal/ledger/reports/balances-by-gl?currency=USD',
  '/api/v1/health',
] as const;

/** Megabytes of a process that are in memory now. */
function residentMb(pid: number): number {
  const [, kb = ''] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kb) / 1024;
}

interface Heaps {
  /** Taken from the system and empty, in MB, of all threads. */
  readonly emptyMb: number;
  /** What the thread that checks ledgers holds: a replay knows every event of the log again, and lets go of them at its end. */
  readonly checkingMb: number;
  /** In MB, of the thread that posts and of the others. */
  readonly text: string;
}

/** Where its memory is. */
async function heaps(url: string): Promise<Heaps> {
  const text = await fetch(`${url}/metrics`).then((answer) => answer.text());
  const mbOf = (metric: string): number => {
    const mb = Number(text.split(`\n${metric} `)[1]?.split('\n')[0]) / 2 ** 20;
    if (Number.isNaN(mb)) throw new Error(`/metrics does not tell ${metric}`);
    return mb;
  };
  const threads = [...text.matchAll(/thread_heap_bytes\{task="([^"]+)",heap="total"\}/g)].map(([, task = '']) => {
    const of = (heap: string): number => mbOf(`countinghouse_thread_heap_bytes{task="${task}",heap="${heap}"}`);
    return { task, used: of('used'), total: of('total') };
  });
  const all = [
    { task: 'main', used: mbOf('countinghouse_nodejs_heap_size_used_bytes'), total: mbOf('countinghouse_nodejs_heap_size_total_bytes') },
    ...threads,
  ];
  const told = all.map(({ task, used, total }) => `${task} ${used.toFixed(0)}/${total.toFixed(0)}`);
  return {
    checkingMb: threads.find(({ task }) => task === CHECKING)?.used ?? 0,
    emptyMb: all.reduce((sum, { used, total }) => sum + total - used, 0),
    text: `${told.join(', ')}, external ${mbOf('countinghouse_nodejs_external_memory_bytes').toFixed(0)}`,
  };
}

interface Sample {
  readonly atS: number;
  readonly mb: number;
}

interface Slope {
  readonly mbAnHour: number;
  /** Two standard errors. */
  readonly error: number;
}

/** By least squares. */
function slopeOf(samples: readonly Sample[]): Slope {
  if (samples.length < 3) throw new Error(`--seconds: use at least ${3 * COLLECT_EVERY_S} more than the warm-up takes`);
  const points = samples.map(({ atS, mb }) => ({ hours: atS / 3600, mb }));
  const sum = (of: (p: (typeof points)[number]) => number): number => points.reduce((all, p) => all + of(p), 0);
  const [hours, mb] = [sum((p) => p.hours) / points.length, sum((p) => p.mb) / points.length];
  const spread = sum((p) => (p.hours - hours) ** 2);
  const mbAnHour = sum((p) => (p.hours - hours) * (p.mb - mb)) / spread;
  const left = sum((p) => (p.mb - mb - mbAnHour * (p.hours - hours)) ** 2);
  return { mbAnHour, error: 2 * Math.sqrt(left / (points.length - 2) / spread) };
}

/** Posts and reads at the pace until it is over. 503 is an answer too, of a machine that does something else; any other but 200 ends the run. */
async function load(
  { tenantId, fxSnapshotId, caller }: Organisation,
  untilMs: number,
): Promise<{ readonly sent: number; readonly busy: ReadonlyMap<string, number> }> {
  const fromMs = performance.now();
  let sent = 0;
  const busy = new Map<string, number>();
  let failure: unknown = null;
  const under = new Set<Promise<unknown>>();
  const run = (path: string, send: (path: string) => Promise<Answer>): void => {
    const took = send(path).then((answer) => {
      if (answer.status !== 503) return void okBody(answer);
      const what = `${path} ${String(answer.body['code'])}`;
      busy.set(what, (busy.get(what) ?? 0) + 1);
    });
    const settled = took.catch((error: unknown) => (failure ??= error)).finally(() => under.delete(settled));
    under.add(settled);
  };
  while (performance.now() < untilMs) {
    if (failure !== null) throw failure;
    const due = Math.floor(((performance.now() - fromMs) / 1000) * pace);
    for (; sent < due && under.size < UNDER_WAY_MAX; sent++) {
      const [debit, credit] = [sent % ACCOUNTS, (sent * 7 + 1) % ACCOUNTS];
      const posted = {
        tenantId,
        fxSnapshotId,
        debit: `USD-${debit + 1}`,
        credit: `USD-${(credit === debit ? (credit + 1) % ACCOUNTS : credit) + 1}`,
      };
      run('/api/v1/intents/execute', (path) => caller.post(path, bodyOf(posted, randomUUID())));
      if (sent % 10 === 0) run(reads[(sent / 10) % reads.length] ?? reads[0], (path) => caller.get(path));
    }
    await sleep(10);
  }
  await Promise.all(under);
  return { sent, busy };
}

const world = await openWorld(null, { NODE_OPTIONS: '--inspect=127.0.0.1:0' });
try {
  const pid = world.server()?.child.pid ?? 0;
  const collector = await Collector.of(world.server()?.output() ?? '');
  const organisation = await world.makeOrganisation({ currencies: ['USD'], accountsEach: ACCOUNTS });
  const fromMs = performance.now();
  const atS = (): number => (performance.now() - fromMs) / 1000;
  const loading = load(organisation, fromMs + seconds * 1000);
  let over = false;
  const looked = loading.finally(() => {
    over = true;
  });
  looked.catch(() => {});
  let mostMb = 0;
  const kept: Sample[] = [];
  const checkings: number[] = [];
  for (let [said, collected] = [0, 0]; !over; await sleep(LOOK_EVERY_MS)) {
    mostMb = Math.max(mostMb, residentMb(pid));
    if (atS() < collected) continue;
    collected += COLLECT_EVERY_S;
    await collector.collect();
    const { emptyMb, checkingMb, text } = await heaps(world.url);
    const sample = { atS: atS(), mb: residentMb(pid) - emptyMb - checkingMb };
    checkings.push(checkingMb);
    if (sample.atS >= warmUp) kept.push(sample);
    if (sample.atS < said) continue;
    said += SAY_EVERY_S;
    console.error(`${Math.round(sample.atS)} s  keeps ${sample.mb.toFixed(0)} MB, at most ${mostMb.toFixed(0)} MB resident  (${text})`);
  }
  const { sent, busy } = await loading;
  collector.close();
  const { mbAnHour, error } = slopeOf(kept);
  const refused = [...busy.values()].reduce((all, one) => all + one, 0);
  console.log(
    `${sent} intents in ${seconds} s, ${refused} calls answered with 503, at most ${mostMb.toFixed(0)} MB resident; after ${warmUp} s of warm-up what it keeps grows by ${mbAnHour.toFixed(1)} ± ${error.toFixed(1)} MB an hour; beside that the thread that checks ledgers held up to ${Math.max(...checkings).toFixed(0)} MB, ${checkings.at(-1)?.toFixed(0)} at last`,
  );
  for (const [what, times] of busy) console.log(`503 ${times} times: ${what}`);
  const keptPace = sent - refused >= PACE_KEPT * pace * seconds;
  if (!keptPace) console.error(`it did not keep the pace of ${pace} intents a second: what it says of memory is of another load`);
  // After the sum is told: a ledger of half an hour may take longer to check than a connection waits.
  const faults = await world.check(organisation);
  for (const fault of faults) console.error(fault);
  if (faults.length > 0 || !keptPace || (seconds >= JUDGED_FROM_S && mbAnHour - error > SLOPE_MAX_MB_AN_HOUR)) process.exitCode = 1;
} catch (error) {
  // Whether a lost answer is a server that ended, and what it said at last.
  const server = world.server();
  const { exitCode, signalCode } = server?.child ?? {};
  console.error(`the server ${exitCode == null && signalCode == null ? 'runs' : `ended with ${signalCode ?? exitCode}`}; its last words:`);
  console.error(server?.output().slice(-LAST_WORDS));
  throw error;
} finally {
  await world.close();
}
