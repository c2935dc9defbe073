// What a workload is given and what it answers.

import type { Chance } from '@countinghouse/testkit/chance';
import type { World } from '@countinghouse/testkit/world';
import type { History } from './history.ts';
import { compareWithModel, findDisorder, STORED_ACCOUNTS, STORED_POSTINGS, type StoredAccount, type StoredPosting } from './model.ts';
import { compareWithLog, type Poster, STORED_INTENTS, type Stored } from './posting.ts';
import type { Stage, StageKind } from './stage.ts';

export interface Frame extends Stage {
  readonly chance: Chance;
  readonly history: History;
  /** How long it is to play. */
  readonly seconds: number;
  /** Whether there is time left. */
  goOn(): boolean;
  /** Milliseconds within which something must be over: as promised, or longer where much else runs beside. */
  within(promisedMs: number): number;
}

export interface Verdict {
  /** What must not be, in words; empty when everything held. */
  readonly faults: readonly string[];
  /** What was done. */
  readonly counts: Readonly<Record<string, number>>;
  /** How often it hit the window it hunts for. Zero is a failure: then nothing was shown. */
  readonly hits: Readonly<Record<string, number>>;
}

export interface Workload {
  /** Where it plays. */
  readonly stage: StageKind;
  readonly run: (frame: Frame) => Promise<Verdict>;
}

/** What must not be: the faults, and windows that were never hit. */
export const faultsOf = ({ faults, hits }: Verdict): readonly string[] => [
  ...faults,
  ...Object.entries(hits).flatMap(([what, count]) => (count > 0 ? [] : [`never hit: ${what}`])),
];

/** Runs so many callers at once, each with its own chance, until all have returned. */
export async function runCallers(frame: Frame, count: number, call: (chance: Chance, caller: number) => Promise<void>): Promise<void> {
  await Promise.all(Array.from({ length: count }, (_, caller) => call(frame.chance.fork(caller), caller)));
}

/** What was told of an organisation. */
export type Acts = Pick<Poster, 'organisation' | 'told' | 'faults'>;

/** Everything that must hold after any workload: the ledger is sound, the log is what callers were told, and a model that does one thing
 * after the other comes to the same. */
export async function findFaultsAfter(world: World, posters: readonly Acts[]): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const poster of posters) {
    const { organisation, told } = poster;
    faults.push(...poster.faults, ...(await world.check(organisation)), ...findDisorder(told));
    if (!world.isOpen) continue;
    const of = [organisation.tenantId];
    faults.push(...compareWithLog(told, await world.query<Stored>(STORED_INTENTS, of)));
    faults.push(
      ...compareWithModel(
        told,
        await world.query<StoredPosting>(STORED_POSTINGS, of),
        await world.query<StoredAccount>(STORED_ACCOUNTS, of),
      ),
    );
  }
  return faults;
}
