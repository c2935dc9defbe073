// What a workload is given and what it answers.

import type { World } from '@countinghouse/testkit/world';
import type { Chance } from './chance.ts';
import type { History } from './history.ts';
import { compareWithLog, type Poster, STORED_INTENTS, type Stored } from './posting.ts';

export interface Frame {
  readonly world: World;
  readonly chance: Chance;
  readonly history: History;
  /** Whether there is time left. */
  goOn(): boolean;
}

export interface Verdict {
  /** What must not be, in words; empty when everything held. */
  readonly faults: readonly string[];
  /** What was done. */
  readonly counts: Readonly<Record<string, number>>;
  /** How often it hit the window it hunts for. Zero is a failure: then nothing was shown. */
  readonly hits: Readonly<Record<string, number>>;
}

export type Workload = (frame: Frame) => Promise<Verdict>;

/** Runs so many callers at once, each with its own chance, until all have returned. */
export async function runCallers(frame: Frame, count: number, call: (chance: Chance, caller: number) => Promise<void>): Promise<void> {
  await Promise.all(Array.from({ length: count }, (_, caller) => call(frame.chance.fork(caller), caller)));
}

/** Everything that must hold after any workload: the ledger is sound and the log is what callers were told. */
export async function findFaultsAfter(world: World, posters: readonly Poster[]): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const poster of posters) {
    const { organisation, told } = poster;
    faults.push(...poster.faults, ...(await world.check(organisation)));
    if (world.server() !== null) faults.push(...compareWithLog(told, await world.query<Stored>(STORED_INTENTS, [organisation.tenantId])));
  }
  return faults;
}
