// Every workload for some seconds, on servers of their own over HTTP, in two files: while one waits for a fault to be over the other computes.
// `npm run simulate` plays them for as long as one likes.

import { afterAll, describe, expect, test } from 'vitest';
import { canMount, openStage, type Stage, type StageKind } from './stage.ts';
import { play, workloads } from './workloads.ts';

const SEED = 20_261_123;
const TIMEOUT_MS = 600_000;
/** Seconds of each; what hunts for a window goes on until it was hit. */
const SECONDS: Readonly<Record<string, number>> = { bank: 5, set: 4, append: 4, limits: 3, idempotency: 6, isolation: 3 };
const SECONDS_ELSE = 1;
/** Other tests keep the processors busy. How long things take on a machine of their own is judged by `npm run simulate`. */
const PATIENCE = 6;

const halves: Readonly<Record<StageKind, 'load' | 'faults'>> = {
  server: 'load',
  proxied: 'load',
  cluster: 'load',
  upgrade: 'load',
  slow: 'faults',
  clock: 'faults',
  disk: 'faults',
};

/** The tests of the workloads of one half. */
export function playShort(half: 'load' | 'faults'): void {
  const mayMount = canMount();
  const kinds = (Object.keys(halves) as StageKind[]).filter((kind) => halves[kind] === half && (kind !== 'disk' || mayMount));
  if (half === 'faults' && !mayMount) console.log('NOT RUN that a full disk loses nothing: it takes somebody who may mount a disk');
  describe.each(kinds)('on a stage of the kind %s', playOn);
}

function playOn(kind: StageKind): void {
  let stage: Promise<Stage> | null = null;
  afterAll(async () => (await stage)?.close(), TIMEOUT_MS);

  test.each(Object.keys(workloads).filter((name) => workloads[name]?.stage === kind))(
    '%s holds, and hits its window',
    { timeout: TIMEOUT_MS },
    async (name) => {
      stage ??= openStage(kind);
      const { faults, counts, hits } = await play(await stage, {
        name,
        seed: SEED,
        seconds: SECONDS[name] ?? SECONDS_ELSE,
        patience: PATIENCE,
      });
      console.log(`${name}: ${JSON.stringify({ ...counts, ...hits })}`);
      expect(faults).toEqual([]);
    },
  );
}
