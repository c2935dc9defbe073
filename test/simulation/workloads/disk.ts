// The disk is filled while money moves: to where writing ends, and until it takes nothing more. Writes are refused with 503, reads go on while
// PostgreSQL can answer them, nothing is lost, and it heals by itself. At last PostgreSQL ends on a disk that is full and cannot start: freeing the
// ballast is enough for it to go on.

import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { NoAnswer } from '@countinghouse/testkit/caller';
import { postgresPidOf } from '@countinghouse/testkit/server-process';
import type { World } from '@countinghouse/testkit/world';
import { askOther, TURNS } from '../others.ts';
import { Poster } from '../posting.ts';
import { type Frame, findFaultsAfter, runCallers, type Verdict, type Workload } from '../workload.ts';
import { ACCOUNTS_EACH, CURRENCIES, drawRow } from './bank.ts';

const CLIENTS = 8;
/** Beyond where writing ends, and all of it. */
const FILLS = [96, 100] as const;
const LOOK_MS = 100;
const HOLD_MS = 1_500;
const NOTICED_WITHIN_MS = 10_000;
const HEALS_WITHIN_MS = 20_000;
const BALLAST_WITHIN_MS = 30_000;
const STAYS_AWAY_MS = 3_000;
/** Until it finds no room for what a start writes. */
const KILLS_MAX = 5;

export const disk: Workload = { stage: 'disk', run };

async function run(frame: Frame): Promise<Verdict> {
  const { world, history, within } = frame;
  const poster = new Poster(await world.makeOrganisation({ currencies: CURRENCIES, accountsEach: ACCOUNTS_EACH }), history);
  const faults: string[] = [];
  let over = false;
  let reads = 0;
  const load = runCallers(frame, CLIENTS, async (own, client) => {
    for (let n = 0; !over; n++) await poster.post(`${client}-${n}`, [drawRow(own)]);
  });
  const full = (): number => poster.refused.get('STORAGE_FULL') ?? 0;
  let turn = 0;
  const ask = async (percent: number): Promise<void> => {
    const { isRead, isRefused, body, faults: found } = await askOther(poster.organisation, turn++);
    faults.push(...found);
    if (isRead && !isRefused) reads += 1;
    // What PostgreSQL itself cannot write any more may take it down; what only the server refuses may not.
    if (isRead && isRefused && percent < 100)
      faults.push(`a read was refused on a disk that is ${percent} % full: ${JSON.stringify(body)}\n${saidOf(world, body)}`);
  };
  let fills = 0;
  for (; frame.goOn() || fills < FILLS.length; fills++) {
    const percent = FILLS[fills % FILLS.length] ?? 100;
    const refused = full();
    frame.fillDisk(percent);
    if (!(await until(() => full() > refused, within(NOTICED_WITHIN_MS)))) faults.push(`nobody is told that the disk is ${percent} % full`);
    const [held, allAsked] = [performance.now() + HOLD_MS, turn + TURNS];
    for (; performance.now() < held || turn < allAsked; await sleep(LOOK_MS))
      await ask(percent).catch((error: unknown) => {
        if (!(error instanceof NoAnswer)) throw error;
        faults.push(`a request had no answer on a disk that is ${percent} % full`);
      });
    frame.fillDisk(0);
    const acknowledged = poster.acknowledged;
    history.note({ percent, refused: full() - refused });
    if (await until(() => poster.acknowledged > acknowledged + CLIENTS, within(HEALS_WITHIN_MS))) continue;
    faults.push(`nothing is written ${within(HEALS_WITHIN_MS)} ms after there is room again:\n${world.server()?.output()}`);
    break;
  }
  const stuck = faults.length === 0 && (await freeBallast(frame, poster, faults));
  over = true;
  if (faults.length === 0) {
    await load;
    faults.push(...(await findFaultsAfter(world, [poster])));
  }
  const hits = { 'refused for a full disk': full(), 'reads meanwhile': reads, 'started after the ballast was freed': Number(stuck) };
  return { faults, counts: { intents: poster.told.length, fills }, hits };
}

/** Whether PostgreSQL could not start before the ballast was freed; it must afterwards, on the disk that is as full as it was but for that. */
async function freeBallast({ world, fillDisk, within }: Frame, poster: Poster, faults: string[]): Promise<boolean> {
  const server = world.server();
  if (server === null) throw new Error('only a server of our own has a ballast');
  const ballast = path.join(server.dataDir, 'ballast');
  if (!(await until(() => existsSync(ballast), within(BALLAST_WITHIN_MS)))) {
    faults.push('there is no ballast, though there is room');
    return false;
  }
  const ends = (): number => server.output().split('PostgreSQL ended unexpectedly').length;
  let stuck = false;
  for (let kills = 0; kills < KILLS_MAX && !stuck; kills++) {
    fillDisk(100);
    const before = ends();
    process.kill(postgresPidOf(server.dataDir), 'SIGKILL');
    if (!(await until(() => ends() > before, within(NOTICED_WITHIN_MS)))) faults.push('nobody noticed that PostgreSQL ended');
    // At its end it gave files back.
    fillDisk(100);
    stuck = !(await server.ready(STAYS_AWAY_MS));
  }
  rmSync(ballast);
  const acknowledged = poster.acknowledged;
  if (!(await server.ready(within(HEALS_WITHIN_MS)))) faults.push(`not ready after the ballast was freed:\n${server.output()}`);
  else if (!(await until(() => poster.acknowledged > acknowledged, within(HEALS_WITHIN_MS))))
    faults.push('nothing is written after the ballast was freed');
  fillDisk(0);
  if (!(await until(() => existsSync(ballast), within(BALLAST_WITHIN_MS)))) faults.push('the ballast is not made again');
  return stuck;
}

/** What the server wrote of a request. */
function saidOf(world: World, body: unknown): string {
  const { requestId } = body as { readonly requestId?: string };
  const lines = world.server()?.output().split('\n') ?? [];
  return lines.filter((line) => requestId !== undefined && line.includes(requestId)).join('\n');
}

async function until(holds: () => boolean, withinMs: number): Promise<boolean> {
  for (const end = performance.now() + withinMs; performance.now() < end; await sleep(LOOK_MS)) if (holds()) return true;
  return false;
}
