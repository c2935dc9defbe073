// kill -9 of the server, of PostgreSQL, of both, while money moves and keys are repeated. Nothing acknowledged is lost,
// nothing doubled, and the system is ready again within ten seconds.

import { setTimeout as sleep } from 'node:timers/promises';
import { postgresPidOf, type ServerProcess } from '@countinghouse/testkit/server-process';
import type { World } from '@countinghouse/testkit/world';
import type { Chance } from '../chance.ts';
import { Poster } from '../posting.ts';
import { type Frame, findFaultsAfter, runCallers, type Verdict } from '../workload.ts';
import { ACCOUNTS_EACH, CURRENCIES, drawRow } from './bank.ts';
import { noRepeats, postRepeatedly } from './idempotency.ts';

const CLIENTS = 16;
/** Every so many clients repeat keys; the others post each key once. */
const REPEATING_EVERY = 4;
const READY_WITHIN_MS = 10_000;
const LOOK_MS = 10;
/** Between being ready and the next kill. */
const QUIET_MS_MIN = 150;
const QUIET_MS_MAX = 700;

export type Victim = 'server' | 'postgres' | 'both';

/** Kills in turn until there is no time left. */
export const kill = (frame: Frame): Promise<Verdict> => {
  const turn: readonly Victim[] = ['server', 'postgres', 'both'];
  let at = 0;
  return killUnderLoad(frame, () => (frame.goOn() ? (turn[at++ % turn.length] ?? null) : null));
};

/** Kills what `next` names, until it names nothing. */
export async function killUnderLoad(frame: Frame, next: () => Victim | null): Promise<Verdict> {
  const { world } = frame;
  const poster = new Poster(await world.makeOrganisation({ currencies: CURRENCIES, accountsEach: ACCOUNTS_EACH }), frame.history);
  const seen = noRepeats();
  let over = false;
  const load = runCallers(frame, CLIENTS, async (chance, client) => {
    for (let n = 0; !over; n++) {
      const key = `${client}-${n}`;
      if (client % REPEATING_EVERY === 0) await postRepeatedly(poster, chance, key, seen);
      else await poster.post(key, [drawRow(chance)]);
    }
  });
  const faults: string[] = [];
  const killed = { server: 0, postgres: 0, both: 0 };
  let inFlight = 0;
  let slowestMs = 0;
  const chance = frame.chance.fork(-1);
  for (let victim = next(); victim !== null; victim = next()) {
    await sleepAWhile(chance, poster);
    if (poster.inFlight > 0) inFlight += 1;
    const tookMs = await killAndRestart(world, victim, faults);
    frame.history.note({ killed: victim, inFlight: poster.inFlight, readyMs: tookMs });
    killed[victim] += 1;
    slowestMs = Math.max(slowestMs, tookMs);
    if (faults.length > 0) break;
  }
  over = true;
  // Where it does not come back the callers would wait for ever, and there is nothing to look at.
  if (faults.length === 0) {
    await load;
    faults.push(...seen.faults, ...(await findFaultsAfter(world, [poster])));
  }
  const counts = { ...killed, intents: poster.told.length, repeats: poster.repeats, slowestReadyMs: Math.round(slowestMs) };
  return { faults, counts, hits: { 'kills with requests in flight': inFlight, 'requests repeated': poster.repeats } };
}

/** Until something new was acknowledged, and a moment more: each kill then meets a server that works. */
async function sleepAWhile(chance: Chance, poster: Poster): Promise<void> {
  const before = poster.acknowledged;
  await sleep(QUIET_MS_MIN + chance.below(QUIET_MS_MAX - QUIET_MS_MIN));
  while (poster.acknowledged === before) await sleep(QUIET_MS_MIN);
}

async function killAndRestart(world: World, victim: Victim, faults: string[]): Promise<number> {
  const server = world.server();
  if (server === null) throw new Error('only a server of our own is killed');
  const postgres = postgresPidOf(server.dataDir);
  const startsBefore = startsAgain(server);
  const beganMs = performance.now();
  if (victim !== 'server') process.kill(postgres, 'SIGKILL');
  if (victim !== 'postgres') server.child.kill('SIGKILL');
  // Without PostgreSQL the server stays, and starts it again by itself.
  const ready = victim === 'postgres' ? await readyAgain(server, startsBefore) : await world.restart(READY_WITHIN_MS);
  if (!ready) faults.push(`not ready within ${READY_WITHIN_MS} ms after kill -9 of ${victim}:\n${world.server()?.output()}`);
  return performance.now() - beganMs;
}

const startsAgain = (server: ServerProcess): number => server.output().split('PostgreSQL runs again').length;

/** Waits until PostgreSQL was started again; before that the server may not have noticed yet, and says that it is ready. */
async function readyAgain(server: ServerProcess, startsBefore: number): Promise<boolean> {
  const until = performance.now() + READY_WITHIN_MS;
  while (startsAgain(server) === startsBefore && performance.now() < until && server.child.exitCode === null) await sleep(LOOK_MS);
  return startsAgain(server) > startsBefore && server.ready(until - performance.now());
}
