// The database stands still, its disk takes seconds for a write, or the network between it and the server swallows everything, while people
// work. Nobody waits longer than the deadline, nobody is told an error of the server but 503, and once it moves again everything is there once.

import { setTimeout as sleep } from 'node:timers/promises';
import { NoAnswer } from '@countinghouse/testkit/caller';
import type { Fate } from '@countinghouse/testkit/cutting-proxy';
import type { Fleet } from '@countinghouse/testkit/fleet';
import { signalAll } from '@countinghouse/testkit/server-process';
import type { Organisation } from '@countinghouse/testkit/world';
import { askOther, faultsOfRefusal } from '../others.ts';
import { Poster, type Row } from '../posting.ts';
import { fleetOf } from '../stage.ts';
import { type Frame, findFaultsAfter, type Verdict, type Workload } from '../workload.ts';
import { ACCOUNTS_EACH, CURRENCIES, drawRow } from './bank.ts';

/** A request is answered within its deadline of 20 s, and a second for the answer. */
const DEADLINE_MS = 21_000;
const BEFORE_MS = 300;
const DURING_MS = 2_000;
const EVERY_MS = 100;
const HEALS_WITHIN_MS = 30_000;
/** Of the slow disk: one that makes a batch durable in seconds, and one that does not before the deadline. */
const SECONDS_BYTES_A_SECOND = 8_192;
const MINUTES_BYTES_A_SECOND = 128;

export const freeze: Workload = { stage: 'slow', run };

interface Fault {
  readonly what: string;
  /** Makes it stand still, and answers how it moves again. */
  readonly begin: (frame: Frame, fleet: Fleet) => Promise<() => void | Promise<void>>;
}

const slowTo =
  (bytesASecond: number): Fault['begin'] =>
  async ({ slowDisk }, { servers, databaseProcesses }) => {
    slowDisk?.slow([...databaseProcesses(), ...servers.map(({ child }) => child.pid ?? 0)], bytesASecond);
    return () => slowDisk?.heal();
  };
const slowDisks: readonly Fault[] = [
  { what: 'a disk that takes seconds for a write', begin: slowTo(SECONDS_BYTES_A_SECOND) },
  { what: 'a disk that takes minutes for a write', begin: slowTo(MINUTES_BYTES_A_SECOND) },
];

/** One after the other. */
const listFaults = ({ slowDisk }: Frame): readonly Fault[] => [
  { what: 'all of PostgreSQL', begin: async (_frame, fleet) => stopProcesses(fleet.databaseProcesses()) },
  ...(slowDisk === null ? [] : slowDisks),
  { what: 'the backends that write', begin: async (frame) => stopProcesses(await writers(frame)) },
  {
    what: 'a network that swallows everything',
    begin: async (_frame, { proxies }) => {
      for (const proxy of proxies) proxy.freeze();
      return () => {
        for (const proxy of proxies) proxy.thaw();
      };
    },
  },
  {
    what: 'a database that takes no connection',
    begin: async (_frame, { proxies }) => {
      for (const proxy of proxies) await proxy.refuse();
      return async () => {
        for (const proxy of proxies) await proxy.admit();
      };
    },
  },
  { what: 'a connection that is half open', begin: async (frame) => fallSilent(frame, 'silent-when-committed') },
  { what: 'one in the middle of the data', begin: async (frame) => fallSilent(frame, 'silent-in-copy') },
];
/** All of it, and the disk; where that cannot be slow, a part of it. */
const ROUNDS_MIN = 2;
/** Whoever plays for so long is shown every fault, and not only those there was time for. */
const FULL_TURN_SECONDS = 120;

function stopProcesses(pids: readonly number[]): () => void {
  if (pids.length === 0) throw new Error('there is nobody to stop');
  signalAll(pids, 'SIGSTOP');
  return () => signalAll(pids, 'SIGCONT');
}

async function writers({ world }: Frame): Promise<readonly number[]> {
  const found = await world.query<{ pid: number }>("select pid from pg_stat_activity where application_name = 'countinghouse-writer'", []);
  return found.map(({ pid }) => pid);
}

/** The next batch is the last that its connection carries. */
function fallSilent(frame: Frame, fate: Fate): () => void {
  let left = 1;
  frame.decideFates(() => (left-- > 0 ? fate : 'pass'));
  return () => frame.decideFates(() => 'pass');
}

interface Seen {
  readonly faults: string[];
  /** Answers to what is asked beside posting and reading the log, other than 503. */
  others: number;
  refused: number;
  reads: number;
  slowestMs: number;
}

async function run(frame: Frame): Promise<Verdict> {
  const fleet = fleetOf(frame);
  const wanted = { currencies: CURRENCIES, accountsEach: ACCOUNTS_EACH };
  const posters = [
    new Poster(await frame.world.makeOrganisation(wanted), frame.history),
    new Poster(await frame.world.makeOrganisation(wanted), frame.history),
  ];
  const seen: Seen = { faults: [], others: 0, refused: 0, reads: 0, slowestMs: 0 };
  const met = new Map<string, number>();
  const faultsInTurn = listFaults(frame);
  if (frame.slowDisk === null)
    console.log('NOT RUN that a slow disk holds nobody up: it takes somebody who may mount a disk and bound what is written to it');
  const roundsMin = frame.seconds < FULL_TURN_SECONDS ? ROUNDS_MIN : faultsInTurn.length;
  let rounds = 0;
  for (; frame.goOn() || rounds < roundsMin; rounds++) {
    const { what, begin } = faultsInTurn[rounds % faultsInTurn.length] as Fault;
    const before = { ...seen };
    seen.slowestMs = 0;
    await workThrough(frame, posters, rounds, seen, () => begin(frame, fleet));
    const refused = seen.refused - before.refused;
    // Whoever met the fault waited for it, or was refused.
    met.set(what, (met.get(what) ?? 0) + Number(seen.slowestMs > DURING_MS || refused > 0));
    frame.history.note({ fault: what, slowestMs: seen.slowestMs, refused });
    seen.slowestMs = Math.max(before.slowestMs, seen.slowestMs);
  }
  const unanswered = posters.reduce((sum, p) => sum + p.unanswered, 0);
  if (unanswered > 0) seen.faults.push(`${unanswered} requests to post had no answer`);
  const faults = [...seen.faults, ...(await findFaultsAfter(frame.world, posters))];
  const counts = {
    [`rounds, with ${met.size} of ${faultsInTurn.length} faults: ${[...met.keys()].join('; ')}`]: rounds,
    intents: posters.reduce((sum, p) => sum + p.told.length, 0),
    slowestMs: Math.round(seen.slowestMs),
  };
  return { faults, counts, hits: { ...Object.fromEntries(met), 'reads answered': seen.reads, 'others answered': seen.others } };
}

interface Asked {
  readonly poster: Poster;
  readonly key: string;
  readonly rows: readonly Row[];
}

/** Reads and posts all the time, before and while the fault holds, until everybody is answered; then everything is posted again. */
async function workThrough(
  frame: Frame,
  posters: readonly Poster[],
  round: number,
  seen: Seen,
  fault: () => Promise<() => void | Promise<void>>,
): Promise<void> {
  const asked: Asked[] = [];
  const waiting: Promise<void>[] = [];
  let turns = 0;
  const askFor = async (ms: number): Promise<void> => {
    for (const until = performance.now() + ms; performance.now() < until; await sleep(EVERY_MS)) {
      for (const poster of posters) {
        const one = { poster, key: `${round}-${asked.length}`, rows: [drawRow(frame.chance)] };
        asked.push(one);
        waiting.push(timed(seen, async () => (await poster.postOnce(one.key, one.rows)) !== null));
        waiting.push(timed(seen, () => readOnce(poster.organisation, seen)));
      }
      const { organisation } = posters[0] as Poster;
      const turn = turns++;
      waiting.push(timed(seen, () => askOnce(organisation, turn, seen)));
    }
  };
  await askFor(BEFORE_MS);
  await Promise.all(waiting);
  const moveAgain = await fault();
  try {
    await askFor(DURING_MS);
    await Promise.all(waiting);
  } finally {
    await moveAgain();
  }
  if (!(await fleetOf(frame).servers[0]?.ready(frame.within(HEALS_WITHIN_MS))))
    seen.faults.push(`not ready ${frame.within(HEALS_WITHIN_MS)} ms after it moves again`);
  for (const { poster, key, rows } of asked) await poster.post(key, rows);
}

/** Notes how long it took and whether it was refused. */
async function timed(seen: Seen, ask: () => Promise<boolean>): Promise<void> {
  const sentMs = performance.now();
  try {
    if (!(await ask())) seen.refused += 1;
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    seen.faults.push(error.message);
  }
  const tookMs = performance.now() - sentMs;
  seen.slowestMs = Math.max(seen.slowestMs, tookMs);
  if (tookMs > DEADLINE_MS) seen.faults.push(`an answer took ${Math.round(tookMs)} ms`);
}

async function askOnce(organisation: Organisation, turn: number, seen: Seen): Promise<boolean> {
  const { isRefused, faults } = await askOther(organisation, turn);
  seen.faults.push(...faults);
  if (!isRefused) seen.others += 1;
  return !isRefused;
}

async function readOnce({ caller }: Organisation, seen: Seen): Promise<boolean> {
  const answer = await caller.get('/api/v1/events?limit=1');
  if (answer.status === 200) seen.reads += 1;
  else seen.faults.push(...faultsOfRefusal('a read', answer));
  return answer.status === 200;
}
