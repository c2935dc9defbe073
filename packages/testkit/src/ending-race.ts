// Ending a right (a session, a membership, a key) against posting under it, in rounds, of which it is counted how many really overlapped.

import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { inForm } from './long-form.ts';
import { overlap, type Timed } from './timed.ts';

export const ENDING_ROUNDS = inForm(60, 200);
/** What these may take on a machine that does much else. */
export const RACE_TIMEOUT_MS = 240_000;
const STEP_MAX_MS = 64;

export interface EndingRace {
  /** Posts once, under what is being ended. */
  post(): Promise<Timed>;
  end(): Promise<Timed>;
}

const outcomeOf = ({ answer }: Timed): unknown => (answer.body as { readonly error?: unknown }).error ?? answer.status;

/**
 * Runs the rounds; a head start for the post, or a later start, is sought that makes either win now and then, in steps that double as long as the same
 * side wins: how long either takes is the machine's. Each post is executed, or
 * refused with `code`; a post after the end was answered is refused. `oneServer`: who executed also answered before the end was answered;
 * of two servers one may be slower to answer what both agree on, so there the log is to be asked.
 */
export async function runEndingRaces(
  { code, oneServer = false }: { readonly code: string; readonly oneServer?: boolean },
  begin: (round: number) => Promise<EndingRace>,
): Promise<void> {
  let overlapping = 0;
  const met = { executed: 0, refused: 0 };
  let headStartMs = 0;
  let stepMs = 0;
  const seek = (to: 1 | -1): void => {
    stepMs = Math.sign(stepMs) === to ? Math.max(-STEP_MAX_MS, Math.min(STEP_MAX_MS, 2 * stepMs)) : to;
    headStartMs += stepMs;
  };
  for (let round = 0; round < ENDING_ROUNDS; round++) {
    const race = await begin(round);
    const posting = headStartMs >= 0 ? race.post() : sleep(-headStartMs).then(() => race.post());
    if (headStartMs > 0) await sleep(headStartMs);
    const [ended, posted] = await Promise.all([race.end(), posting]);
    expect([round, ended.answer.status]).toEqual([round, 200]);
    if (overlap(ended, posted)) overlapping += 1;
    if (posted.answer.status === 200) {
      met.executed += 1;
      seek(-1);
      if (oneServer) expect([round, posted.answeredMs <= ended.answeredMs]).toEqual([round, true]);
    } else {
      met.refused += 1;
      seek(1);
      expect([round, outcomeOf(posted)]).toEqual([round, code]);
    }
    expect([round, outcomeOf(await race.post())]).toEqual([round, code]);
  }
  console.log(`${code}: ${overlapping} of ${ENDING_ROUNDS} rounds overlapped, ${JSON.stringify(met)}`);
  expect(overlapping).toBeGreaterThan(0);
  expect(Math.min(...Object.values(met))).toBeGreaterThan(0);
}
