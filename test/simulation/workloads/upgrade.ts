// Two servers of an older version on one database, behind a balancer that asks /readyz. One after the other is asked to end and starts again as
// the present version, which migrates the database, while money moves through both: for a time the two versions run side by side, and hand each
// other commands. Nobody is answered anything but what was decided, or 503.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Caller } from '@countinghouse/testkit/caller';
import { askOther, TURNS } from '../others.ts';
import { Poster } from '../posting.ts';
import { fleetOf } from '../stage.ts';
import { type Frame, findFaultsAfter, runCallers, type Verdict, type Workload } from '../workload.ts';
import { ACCOUNTS_EACH, CURRENCIES, drawRow } from './bank.ts';

const ORGANISATIONS = 2;
const CLIENTS = 8;
const READY_WITHIN_MS = 120_000;
/** More often than DRAIN_SECONDS. */
const ASKS_READY_EVERY_MS = 100;
const LOOK_MS = 50;
const QUIET_MS = 500;

export const upgrade: Workload = { stage: 'upgrade', run };

/** Which versions serve: both of the older one, one of each, both of the present one. */
type Phase = 'older alone' | 'side by side' | 'present alone';
const PHASES: readonly Phase[] = ['older alone', 'side by side', 'present alone'];

async function run(frame: Frame): Promise<Verdict> {
  const { world, history } = frame;
  const fleet = fleetOf(frame);
  const urls = fleet.servers.map(({ url }) => url);
  const wanted = { currencies: CURRENCIES, accountsEach: ACCOUNTS_EACH };
  const organisations = await Promise.all(Array.from({ length: ORGANISATIONS }, () => world.makeOrganisation(wanted)));
  const balancer = new Balancer(urls);
  const posters = organisations.map((o) => {
    const callers = urls.map((url) => o.caller.at(url));
    return new Poster(o, history, () => balancer.choose(callers));
  });
  const faults: string[] = [];
  let over = false;
  let reads = 0;
  let refusedReads = 0;
  const load = runCallers(frame, CLIENTS, async (chance, client) => {
    for (let n = 0; !over; n++) await chance.pick(posters).post(`${client}-${n}`, [drawRow(chance)]);
  });
  const reading = (async () => {
    for (let turn = 0; !over; turn++, await sleep(LOOK_MS)) {
      const [organisation] = organisations;
      if (organisation === undefined) throw new Error('an organisation was to be there');
      const caller = await balancer.choose(urls.map((url) => organisation.caller.at(url)));
      // A probe is the balancer's own business: what it is told is no fault.
      const { isRefused, isRead, faults: found } = await askOther({ ...organisation, caller }, turn % TURNS);
      reads += Number(isRead && !isRefused);
      refusedReads += Number(isRead && isRefused);
      faults.push(...found);
    }
  })();
  const watching = balancer.watch(() => over);
  const answered = (): number => posters.reduce((sum, p) => sum + p.told.length, 0);
  const intents: Record<Phase, number> = { 'older alone': 0, 'side by side': 0, 'present alone': 0 };
  let slowestMs = 0;
  for (const [n, phase] of PHASES.entries()) {
    const victim = n - 1;
    if (victim >= 0 && !(await replace(frame, victim, balancer, faults))) break;
    const before = answered();
    const until = performance.now() + (frame.seconds * 1000) / PHASES.length;
    while (performance.now() < until || answered() === before) await sleep(QUIET_MS);
    intents[phase] = answered() - before;
    slowestMs = Math.max(slowestMs, ...posters.map((p) => p.slowestMs));
    history.note({ phase, intents: intents[phase], slowestMs });
  }
  over = true;
  await Promise.all([load, reading, watching]);
  const unanswered = posters.reduce((sum, p) => sum + p.unanswered, 0);
  if (unanswered > 0) faults.push(`${unanswered} requests were cut off`);
  faults.push(...(await findFaultsAfter(world, posters)));
  const refused = posters.flatMap((p) => [...p.refused]).reduce((sum, [, count]) => sum + count, 0);
  return {
    faults,
    counts: { intents: answered(), refused, reads, 'refused reads': refusedReads, slowestMs: Math.round(slowestMs) },
    hits: Object.fromEntries(PHASES.map((phase) => [`intents, ${phase}`, intents[phase]])),
  };
}

/** Ends a server in order and starts it as the present version; false, and a fault, where it does not come. */
async function replace(frame: Frame, victim: number, balancer: Balancer, faults: string[]): Promise<boolean> {
  const fleet = fleetOf(frame);
  const server = fleet.servers[victim];
  if (server === undefined) throw new RangeError(`there is no server ${victim}`);
  const code = await server.end('SIGTERM');
  if (code !== 0) faults.push(`asked to end, it ended with ${code}:\n${server.output()}`);
  const withinMs = frame.within(READY_WITHIN_MS);
  const isReady = await fleet.restart(victim, withinMs);
  if (!isReady) faults.push(`not ready within ${withinMs} ms as the present version:\n${fleet.servers[victim]?.output()}`);
  else await balancer.sees(victim);
  return isReady;
}

/** Chooses in turn among the servers that said to be ready when they were asked last. */
class Balancer {
  private readonly urls: readonly string[];
  private readonly ready: boolean[];
  private turn = 0;

  constructor(urls: readonly string[]) {
    this.urls = urls;
    this.ready = urls.map(() => true);
  }

  /** Waits while none is. */
  async choose(callers: readonly Caller[]): Promise<Caller> {
    for (;;) {
      const there = callers.filter((_, n) => this.ready[n] === true);
      const chosen = there[this.turn++ % Math.max(there.length, 1)];
      if (chosen !== undefined) return chosen;
      await sleep(LOOK_MS);
    }
  }

  async watch(isOver: () => boolean): Promise<void> {
    await Promise.all(
      this.urls.map(async (url, n) => {
        for (; !isOver(); await sleep(ASKS_READY_EVERY_MS)) this.ready[n] = await isReady(url);
      }),
    );
  }

  async sees(n: number): Promise<void> {
    while (this.ready[n] !== true) await sleep(LOOK_MS);
  }
}

async function isReady(url: string): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(READY_WITHIN_MS) });
    await answer.arrayBuffer();
    return answer.ok;
  } catch {
    return false;
  }
}
