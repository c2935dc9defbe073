// Who hears what of a batch that was not committed, or whose commit was not heard of, and who is tried again.

import type { Answer, Batch, Waiting } from './batch.ts';
import { ATTEMPTS_MAX, type Failure, LedgerUnavailable, lockedPeriodOf } from './failures.ts';

/**
 * Answers those for whom it is over; the others are to be tried again, in their order. Where a command of the batch spoiled it for
 * all, each of them is tried alone.
 */
export function settleFailed(batch: Batch, failure: Failure, error: unknown): readonly Waiting[] {
  const lockedPeriod = lockedPeriodOf(error);
  const again: Waiting[] = [];
  for (const { to } of batch.answers) {
    to.attempts += 1;
    if (failure === 'full') to.reject(new LedgerUnavailable('STORAGE_FULL', error));
    else if (failure === 'spoiled' && to.alone && lockedPeriod !== null) to.resolve(lockedBy(to, lockedPeriod));
    else if (failure === 'spoiled' && to.alone) to.reject(error);
    else if (to.attempts > ATTEMPTS_MAX)
      to.reject(new LedgerUnavailable(failure === 'lost' ? 'DATABASE_UNAVAILABLE' : 'OVERLOADED', error));
    else {
      if (failure === 'spoiled') to.alone = true;
      again.push(to);
    }
  }
  return again;
}

/** Answers all of a batch whose connection was lost: it is written, or nobody can say. */
export function settleLost(batch: Batch, outcome: 'committed' | 'unknown', error: unknown): void {
  for (const a of batch.answers) {
    if (outcome === 'committed') a.to.resolve(a.answer);
    else a.to.reject(new LedgerUnavailable('OUTCOME_UNKNOWN', error));
  }
}

/** What whoever spoiled a batch alone is told: the database knows a locked day that the state does not. */
function lockedBy({ commands }: Waiting, periodCode: string): Answer {
  const refusal = { code: 'PERIOD_LOCKED', details: { period_code: periodCode } } as const;
  return commands.length === 1 ? { outcomes: [{ kind: 'refused', ...refusal }] } : { failure: { index: 0, ...refusal, keyIsOpen: false } };
}

/** Resolves the callers of a committed batch, so many at a time: in between, the next batch is fed to the socket. */
export function answerAll(batch: Batch, slice: number, from = 0): void {
  const to = Math.min(from + slice, batch.answers.length);
  for (let i = from; i < to; i++) {
    const a = batch.answers[i];
    a?.to.resolve(a.answer);
  }
  if (to < batch.answers.length) setImmediate(answerAll, batch, slice, to);
}
