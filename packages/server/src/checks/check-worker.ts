// Does the checks of whole ledgers that were asked for, one after the other, and says how far it is once a second. One that a process
// died at is begun anew by the next.

import { type CheckKind, type ClaimedCheck, claimCheck, endCheck, noteProgress, releaseCheck } from '@countinghouse/store/checks';
import { whileRenewing } from '@countinghouse/store/lease';
import type { Services } from '../services.ts';
import type { Progress } from './progress.ts';

const PROGRESS_EVERY_MS = 1_000;

/** Thrown through a check to end it: the process stops, or somebody else has it by now. */
class Interrupted extends Error {}

/**
 * One pass: every check that waits. Answers how many it ended. `run` answers what it found. A check that throws is left to its lease
 * and tried again, a few times; what it threw is thrown once the pass is over.
 */
export async function runChecks(
  services: Pick<Services, 'writerPool'>,
  kind: CheckKind,
  run: (check: ClaimedCheck, progress: Progress) => Promise<object>,
  stopping?: AbortSignal,
): Promise<number> {
  const { writerPool } = services;
  let ended = 0;
  while (stopping?.aborted !== true) {
    const check = await claimCheck(writerPool, [kind]);
    if (check === null) return ended;
    let notedMs = 0;
    let noted = '';
    let doneEvents = 0;
    const progress: Progress = async (step, done) => {
      if (stopping?.aborted === true) throw new Interrupted();
      if (step === noted && performance.now() - notedMs < PROGRESS_EVERY_MS) return;
      if (!(await noteProgress(writerPool, check, step, done))) throw new Interrupted();
      [noted, notedMs, doneEvents] = [step, performance.now(), done];
    };
    const renew = (): Promise<unknown> => noteProgress(writerPool, check, noted, doneEvents);
    try {
      // A lease that runs out all the same: whoever takes the check over begins anew.
      await endCheck(writerPool, check, JSON.stringify(await whileRenewing(renew, () => run(check, progress))));
      ended += 1;
    } catch (error) {
      if (!(error instanceof Interrupted)) throw error;
      await releaseCheck(writerPool, check);
    }
  }
  return ended;
}
