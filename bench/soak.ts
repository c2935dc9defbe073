// node bench/soak.ts --seconds N [--warm-up N] [--pace N]
// A server of its own at a steady pace of postings and reads, and how much more of its memory stays resident as time goes by: the slope, in
// MB an hour, of the least that was resident in each half minute after the warm-up. What a collection of garbage takes back is none of it.
// By then what is bounded has reached its bound: 20,000 decisions of an organisation, and the histograms of the hour. Ends with 1 where a run of
// half an hour or more is steeper than 5 MB an hour, or the pace was not kept.

import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Answer, okBody } from '@countinghouse/testkit/caller';
import { type Organisation, openWorld } from '@countinghouse/testkit/world';
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
const WINDOW_S = 30;
const JUDGED_FROM_S = 1_800;
const SLOPE_MAX_MB_AN_HOUR = 5;
const SAY_EVERY_S = 60;
/** Of what the pace asks for, so much must be answered. */
const PACE_KEPT = 0.95;
/** A server that is slower than the pace is sent no more than this at once, or it would have a queue to work off at the end. */
const UNDER_WAY_MAX = 256;
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

/** Of the least of each window, by least squares. */
function slopeMbAnHour(samples: readonly { readonly atS: number; readonly mb: number }[]): number {
  const windows = new Map<number, number>();
  for (const { atS, mb } of samples) {
    const window = Math.floor(atS / WINDOW_S);
    windows.set(window, Math.min(mb, windows.get(window) ?? Infinity));
  }
  const points = [...windows].map(([window, mb]) => ({ hours: (window * WINDOW_S) / 3600, mb }));
  if (points.length < 2) throw new Error(`--seconds: use at least ${2 * WINDOW_S} more than the warm-up takes`);
  const mean = (of: (p: (typeof points)[number]) => number): number => points.reduce((sum, p) => sum + of(p), 0) / points.length;
  const [hours, mb] = [mean((p) => p.hours), mean((p) => p.mb)];
  const along = points.reduce((sum, p) => sum + (p.hours - hours) * (p.mb - mb), 0);
  return along / points.reduce((sum, p) => sum + (p.hours - hours) ** 2, 0);
}

/** Posts and reads at the pace until it is over. 503 is an answer too, of a machine that does something else; any other but 200 ends the run. */
async function load(
  { tenantId, fxSnapshotId, caller }: Organisation,
  untilMs: number,
): Promise<{ readonly sent: number; readonly busy: number }> {
  const fromMs = performance.now();
  let sent = 0;
  let busy = 0;
  let failure: unknown = null;
  const under = new Set<Promise<unknown>>();
  const run = (call: Promise<Answer>): void => {
    const took = call.then((answer) => {
      if (answer.status === 503) busy += 1;
      else okBody(answer);
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
      run(caller.post('/api/v1/intents/execute', bodyOf(posted, randomUUID())));
      if (sent % 10 === 0) run(caller.get(reads[(sent / 10) % reads.length] ?? reads[0]));
    }
    await sleep(10);
  }
  await Promise.all(under);
  return { sent, busy };
}

const world = await openWorld();
try {
  const pid = world.server()?.child.pid ?? 0;
  const organisation = await world.makeOrganisation({ currencies: ['USD'], accountsEach: ACCOUNTS });
  const fromMs = performance.now();
  const untilMs = fromMs + seconds * 1000;
  const loading = load(organisation, untilMs);
  let over = false;
  const looked = loading.finally(() => {
    over = true;
  });
  looked.catch(() => {});
  const samples: { readonly atS: number; readonly mb: number }[] = [];
  for (let said = 0; !over; await sleep(LOOK_EVERY_MS)) {
    const atS = (performance.now() - fromMs) / 1000;
    const mb = residentMb(pid);
    if (atS >= warmUp) samples.push({ atS, mb });
    if (atS >= said) {
      console.error(`${Math.round(atS)} s  ${mb.toFixed(0)} MB`);
      said += SAY_EVERY_S;
    }
  }
  const { sent, busy } = await loading;
  const slope = slopeMbAnHour(samples);
  const faults = await world.check(organisation);
  for (const fault of faults) console.error(fault);
  const most = Math.max(...samples.map((s) => s.mb));
  console.log(
    `${sent} intents in ${seconds} s, ${busy} calls answered with 503, at most ${most.toFixed(0)} MB resident; after ${warmUp} s of warm-up the slope is ${slope.toFixed(1)} MB an hour`,
  );
  const keptPace = sent - busy >= PACE_KEPT * pace * seconds;
  if (!keptPace) console.error(`it did not keep the pace of ${pace} intents a second: what it says of memory is of another load`);
  if (faults.length > 0 || !keptPace || (seconds >= JUDGED_FROM_S && slope > SLOPE_MAX_MB_AN_HOUR)) process.exitCode = 1;
} finally {
  await world.close();
}
