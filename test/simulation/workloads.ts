// All workloads by name, and what runs one.

import { chanceOf } from '@countinghouse/testkit/chance';
import { openHistory } from './history.ts';
import type { Stage } from './stage.ts';
import { faultsOf, type Verdict, type Workload } from './workload.ts';
import { append } from './workloads/append.ts';
import { bank } from './workloads/bank.ts';
import { clock } from './workloads/clock.ts';
import { cluster } from './workloads/cluster.ts';
import { disk } from './workloads/disk.ts';
import { freeze } from './workloads/freeze.ts';
import { idempotency } from './workloads/idempotency.ts';
import { isolation } from './workloads/isolation.ts';
import { kill } from './workloads/kill.ts';
import { limits } from './workloads/limits.ts';
import { malformed } from './workloads/malformed.ts';
import { races } from './workloads/races.ts';
import { set } from './workloads/set.ts';
import { upgrade } from './workloads/upgrade.ts';

export const workloads: Readonly<Record<string, Workload>> = {
  bank,
  set,
  append,
  limits,
  idempotency,
  kill,
  races,
  isolation,
  malformed,
  clock,
  disk,
  freeze,
  cluster,
  upgrade,
};

export interface Run {
  readonly name: string;
  readonly seed: number;
  readonly seconds: number;
  /** How many times as long as promised something may take. More than 1 where the machine does much else: then only what never comes is a fault. */
  readonly patience?: number;
}

/** Plays a workload on a stage that is open. What happened is kept, with the seed, in `historyFile`; `faults` holds what must not be. */
export async function play(stage: Stage, { name, seed, seconds, patience = 1 }: Run): Promise<Verdict & { readonly historyFile: string }> {
  const workload = workloads[name];
  if (workload === undefined) throw new RangeError(`there is no workload ${name}`);
  const history = openHistory(name, seed);
  // Time begins when the callers do: what is made before is not counted.
  let until: number | null = null;
  const goOn = (): boolean => {
    until ??= performance.now() + seconds * 1000;
    return performance.now() < until;
  };
  try {
    const within = (promisedMs: number): number => promisedMs * patience;
    const verdict = await workload.run({ ...stage, chance: chanceOf(seed), history, seconds, goOn, within });
    const faults = faultsOf(verdict);
    for (const fault of faults) history.note({ fault });
    return { ...verdict, faults, historyFile: history.file };
  } finally {
    await history.close();
  }
}
