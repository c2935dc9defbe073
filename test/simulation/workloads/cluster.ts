// Three servers on one database. One of them is killed, stands still, is cut off from the database, or asked to end, in turn, while money moves
// through all and keys are repeated at any of them. Whoever asks another one goes on, with one log, each intent once.

import { setTimeout as sleep } from 'node:timers/promises';
import { Poster } from '../posting.ts';
import { fleetOf } from '../stage.ts';
import { type Frame, findFaultsAfter, runCallers, type Verdict, type Workload } from '../workload.ts';
import { ACCOUNTS_EACH, CURRENCIES, drawRow } from './bank.ts';
import { noRepeats, postRepeatedly } from './idempotency.ts';

const ORGANISATIONS = 2;
const CLIENTS = 16;
const READY_WITHIN_MS = 20_000;
const STANDS_STILL_MS = 4_000;
const CUT_OFF_MS = 8_000;
const QUIET_MS = 500;
/** So long does nobody wait at a server that runs. */
const PAUSE_MS_MAX = 5_000;

export const cluster: Workload = { stage: 'cluster', run };

type End = 'killed' | 'stopped' | 'still' | 'cutOff';
const TURN: readonly End[] = ['killed', 'still', 'stopped', 'cutOff'];

async function run(frame: Frame): Promise<Verdict> {
  const { world, history } = frame;
  const fleet = fleetOf(frame);
  const urls = fleet.servers.map(({ url }) => url);
  const wanted = { currencies: CURRENCIES, accountsEach: ACCOUNTS_EACH };
  const organisations = await Promise.all(Array.from({ length: ORGANISATIONS }, () => world.makeOrganisation(wanted)));
  /** Through all, a request here and its repeat there; and of each server, those who ask it alone. */
  const all = organisations.map(
    (o) =>
      new Poster(
        o,
        history,
        urls.map((url) => o.caller.at(url)),
      ),
  );
  const alone = urls.map((url) => organisations.map((o) => new Poster(o, history, [o.caller.at(url)])));
  const seen = noRepeats();
  const faults: string[] = [];
  let over = false;
  const load = runCallers(frame, CLIENTS, async (chance, client) => {
    for (let n = 0; !over; n++) {
      const key = `${client}-${n}`;
      if (client % 2 === 0) await postRepeatedly(chance.pick(all), chance, key, seen);
      else await chance.pick(alone[(client >> 1) % alone.length] ?? all).post(key, [drawRow(chance)]);
    }
  });
  const done = { killed: 0, stopped: 0, still: 0, cutOff: 0 };
  let inFlight = 0;
  let slowestMs = 0;
  for (let ends = 0; frame.goOn() || ends < TURN.length; ends++) {
    const victim = ends % urls.length;
    const end = TURN[ends % TURN.length] as End;
    const survivors = alone.filter((_, n) => n !== victim).flat();
    await sleep(QUIET_MS + frame.chance.below(QUIET_MS));
    if ((alone[victim] ?? []).some((p) => p.inFlight > 0)) inFlight += 1;
    for (const poster of survivors) poster.slowestMs = 0;
    if (!(await endAndRestart(frame, victim, end, faults))) break;
    done[end] += 1;
    const slowest = Math.max(...survivors.map((p) => p.slowestMs));
    history.note({ [end]: victim, slowestMs: slowest });
    if (slowest > frame.within(PAUSE_MS_MAX))
      faults.push(`at another server somebody waited ${Math.round(slowest)} ms while one was ${end}`);
    slowestMs = Math.max(slowestMs, slowest);
  }
  over = true;
  if (faults.length === 0) {
    await load;
    faults.push(
      ...seen.faults,
      ...(await findFaultsAfter(
        world,
        organisations.map((o, i) => merge(o.tenantId, all[i], alone)),
      )),
    );
  }
  const intents = [...all, ...alone.flat()].reduce((sum, p) => sum + p.told.length, 0);
  const repeats = [...all, ...alone.flat()].reduce((sum, p) => sum + p.repeats, 0);
  return {
    faults,
    counts: { ...done, intents, slowestMs: Math.round(slowestMs) },
    hits: { 'ends with requests in flight': inFlight, 'keys sent at once to several': seen.together, 'requests repeated': repeats },
  };
}

/** What was told of one organisation, whoever asked. */
function merge(tenantId: string, through: Poster | undefined, alone: readonly (readonly Poster[])[]): Poster {
  if (through === undefined) throw new Error('an organisation without callers');
  for (const poster of alone.flat()) {
    if (poster.organisation.tenantId !== tenantId) continue;
    through.told.push(...poster.told);
    through.faults.push(...poster.faults);
  }
  return through;
}

/** False, and a fault, where the server does not come back. */
async function endAndRestart(frame: Frame, victim: number, end: End, faults: string[]): Promise<boolean> {
  const fleet = fleetOf(frame);
  const server = fleet.servers[victim];
  if (server === undefined) throw new RangeError(`there is no server ${victim}`);
  if (end === 'still') {
    server.child.kill('SIGSTOP');
    await sleep(STANDS_STILL_MS);
    server.child.kill('SIGCONT');
    return true;
  }
  if (end === 'cutOff') {
    fleet.proxies[victim]?.freeze();
    await sleep(CUT_OFF_MS);
    fleet.proxies[victim]?.thaw();
    return true;
  }
  const code = await server.end(end === 'killed' ? 'SIGKILL' : 'SIGTERM');
  if (end === 'stopped' && code !== 0) faults.push(`asked to end, it ended with ${code}:\n${server.output()}`);
  await sleep(QUIET_MS);
  const withinMs = frame.within(READY_WITHIN_MS);
  if (await fleet.restart(victim, withinMs)) return true;
  faults.push(`not ready within ${withinMs} ms after it was ${end}:\n${fleet.servers[victim]?.output()}`);
  return false;
}
