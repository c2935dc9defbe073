// kill -9 of the server, of PostgreSQL, of both, while money moves and keys are repeated. Nothing acknowledged is lost,
// nothing doubled, and the system is ready again within ten seconds. In between it is asked to end, and ends in order. Full checks are under way.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Chance } from '@countinghouse/testkit/chance';
import { postgresPidOf, type ServerProcess } from '@countinghouse/testkit/server-process';
import { faultsOfRefusal } from '../others.ts';
import { Poster } from '../posting.ts';
import { type Frame, findFaultsAfter, runCallers, type Verdict, type Workload } from '../workload.ts';
import { ACCOUNTS_EACH, CURRENCIES, drawRow } from './bank.ts';
import { noRepeats, postRepeatedly } from './idempotency.ts';

const CLIENTS = 16;
/** Every so many clients repeat keys; the others post each key once. */
const REPEATING_EVERY = 4;
const READY_WITHIN_MS = 10_000;
/** Later than that is a fault; to see whether nothing was lost it is waited for all the same. */
const READY_AT_ALL_WITHIN_MS = 120_000;
const LOOK_MS = 10;
/** Between being ready and the next kill. */
const QUIET_MS_MIN = 150;
const QUIET_MS_MAX = 700;

type Victim = 'server' | 'postgres' | 'both' | 'stopped';
/** The last is asked to end, and must do so in order. */
const TURN: readonly Victim[] = ['server', 'postgres', 'both', 'stopped'];

export const kill: Workload = { stage: 'server', run };

/** Kills in turn until there is no time left, and each at least once. */
async function run(frame: Frame): Promise<Verdict> {
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
  const killed = { server: 0, postgres: 0, both: 0, stopped: 0 };
  let isBack = true;
  let inFlight = 0;
  let checked = 0;
  let slowestMs = 0;
  const chance = frame.chance.fork(-1);
  for (let kills = 0; isBack && (frame.goOn() || kills < TURN.length); kills++) {
    const victim = TURN[kills % TURN.length] as Victim;
    await sleepAWhile(chance, poster);
    if (await isChecked(poster, faults)) checked += 1;
    if (poster.inFlight > 0) inFlight += 1;
    const tookMs = await killAndRestart(frame, victim, faults);
    frame.history.note({ killed: victim, inFlight: poster.inFlight, readyMs: tookMs });
    isBack = tookMs !== null;
    killed[victim] += 1;
    slowestMs = Math.max(slowestMs, tookMs ?? Infinity);
  }
  over = true;
  // Where it does not come back the callers would wait for ever, and there is nothing to look at.
  if (isBack) {
    await load;
    faults.push(...seen.faults, ...(await findFaultsAfter(world, [poster])));
  }
  const counts = { ...killed, intents: poster.told.length, repeats: poster.repeats, slowestReadyMs: Math.round(slowestMs) };
  return {
    faults,
    counts,
    hits: { 'kills with requests in flight': inFlight, 'kills with a full check under way': checked, 'requests repeated': poster.repeats },
  };
}

/** Asks for a full check, and answers whether one runs: it makes tables that the end of PostgreSQL must not leave behind. */
async function isChecked({ organisation }: Poster, faults: string[]): Promise<boolean> {
  const answer = await organisation.caller.post('/api/v1/health/check', {});
  if (answer.status !== 200) faults.push(...faultsOfRefusal('to ask for a full check', answer));
  return answer.status === 200 && (answer.body as { readonly full: { readonly state: string } }).full.state === 'running';
}

/** Until something new was acknowledged, and a moment more: each kill then meets a server that works. */
async function sleepAWhile(chance: Chance, poster: Poster): Promise<void> {
  const before = poster.acknowledged;
  await sleep(QUIET_MS_MIN + chance.below(QUIET_MS_MAX - QUIET_MS_MIN));
  while (poster.acknowledged === before) await sleep(QUIET_MS_MIN);
}

/** Milliseconds until it was ready again; null where it never was. */
async function killAndRestart({ world, within }: Frame, victim: Victim, faults: string[]): Promise<number | null> {
  const server = world.server();
  if (server === null) throw new Error('only a server of our own is killed');
  const postgres = postgresPidOf(server.dataDir);
  const startsBefore = startsAgain(server);
  if (victim === 'stopped' && (await server.end('SIGTERM')) !== 0) faults.push(`asked to end, it did not end with 0:\n${server.output()}`);
  const beganMs = performance.now();
  if (victim === 'postgres' || victim === 'both') process.kill(postgres, 'SIGKILL');
  if (victim === 'server' || victim === 'both') server.child.kill('SIGKILL');
  // Without PostgreSQL the server stays, and starts it again by itself.
  const isReady = victim === 'postgres' ? await readyAgain(server, startsBefore) : await world.restart(READY_AT_ALL_WITHIN_MS);
  const tookMs = performance.now() - beganMs;
  if (!isReady) faults.push(`not ready after kill -9 of ${victim}:\n${world.server()?.output()}`);
  else if (tookMs > within(READY_WITHIN_MS))
    faults.push(`ready ${Math.round(tookMs)} ms after kill -9 of ${victim}, not within ${within(READY_WITHIN_MS)}`);
  return isReady ? tookMs : null;
}

const startsAgain = (server: ServerProcess): number => server.output().split('PostgreSQL runs again').length;

/** Waits until PostgreSQL was started again: it is away for too short a while for anybody to be sure to see the server say so. */
async function readyAgain(server: ServerProcess, startsBefore: number): Promise<boolean> {
  const until = performance.now() + READY_AT_ALL_WITHIN_MS;
  while (startsAgain(server) === startsBefore && performance.now() < until && server.child.exitCode === null) await sleep(LOOK_MS);
  return startsAgain(server) > startsBefore && server.ready(until - performance.now());
}
