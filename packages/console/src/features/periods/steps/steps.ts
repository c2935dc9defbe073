// How far a close has come, in words: each step, whether it is done, next or later, and what is said of it.
import type { Period, PeriodWork } from '@countinghouse/contract/features/periods';

export type StepState = 'done' | 'next' | 'later';

/** When and by whom a step was done, and with which event. */
export interface StepDone {
  readonly at: string;
  readonly by: string;
  readonly seq: number;
}

/** null: not done, or taken back. */
export const lockOf = ({ locked_at: at, locked_by: by, locked_seq: seq }: Period): StepDone | null =>
  at === null || by === null || seq === null ? null : { at, by, seq };
export const publicationOf = ({ published_at: at, published_by: by, published_seq: seq }: Period): StepDone | null =>
  at === null || by === null || seq === null ? null : { at, by, seq };

export function stepStates(period: Period, work: PeriodWork | undefined): Readonly<Record<'revalued' | 'locked' | 'published', StepState>> {
  const { runs = 0, foreign_accounts: foreign = 0 } = work?.revaluation ?? {};
  const isLocked = lockOf(period) !== null;
  return {
    revalued: runs > 0 ? 'done' : foreign > 0 && !isLocked ? 'next' : 'later',
    locked: isLocked ? 'done' : 'next',
    published: publicationOf(period) !== null ? 'done' : isLocked ? 'next' : 'later',
  };
}

export function adjustmentWords({ status }: Period, { adjustment_count: count }: PeriodWork): string {
  const said = count === 0 ? 'No adjustment was posted' : `Adjustments posted: ${count}`;
  return `${said}${status === 'closing' ? ' so far.' : '.'}`;
}

export function revaluationWords(period: Period, work: PeriodWork | undefined): string {
  if (work === undefined) return '';
  const { runs, foreign_accounts: foreign } = work.revaluation;
  if (runs > 0) return `${runs === 1 ? 'Revalued once' : `Revalued ${runs} times`}; taken back the day after.`;
  if (lockOf(period) !== null) return 'It was not revalued.';
  if (foreign === 0) return 'No account holds anything in a foreign currency.';
  return `${foreign === 1 ? 'An account holds' : `${foreign} accounts hold`} something in a foreign currency.`;
}
