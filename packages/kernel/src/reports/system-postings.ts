// What the system booked, as statements show it (decision 0027). The closing of a year moves its result to retained earnings: the
// year's own statements show it where it was earned, later ones where it was booked. A revaluation says in the base currency what a
// translation at closing rates says already: it is shown in its own currency and is not translated once more.

import { amountAt } from '../money/sums.ts';
import type { GlSum } from './chart.ts';

/** What year ends, and what revaluations, moved up to each point in time; a subset of the sums. */
export interface SystemPostings {
  readonly yearEnds: readonly GlSum[];
  readonly revaluations: readonly GlSum[];
}

export const noSystemPostings: SystemPostings = { yearEnds: [], revaluations: [] };

const keyOf = ({ glAccountId, currency }: GlSum): string => `${glAccountId} ${currency}`;

/** The sums less something at each point. `lessOf` says what is taken of the points of the other list. */
function without(
  sums: readonly GlSum[],
  others: readonly GlSum[],
  lessOf: (atE8: readonly bigint[], point: number) => bigint,
): readonly GlSum[] {
  if (others.length === 0) return sums;
  const byKey = new Map(others.map((o) => [keyOf(o), o.atE8]));
  return sums.map((sum) => {
    const less = byKey.get(keyOf(sum));
    return less === undefined ? sum : { ...sum, atE8: sum.atE8.map((e8, point) => e8 - lessOf(less, point)) };
  });
}

/** As if no year had been closed: what income and expenses came to. */
export const beforeYearEnds = (sums: readonly GlSum[], yearEnds: readonly GlSum[]): readonly GlSum[] => without(sums, yearEnds, amountAt);

/**
 * As if the fiscal year of each column had not been closed; earlier years are as they are booked. Points are two a column: its day,
 * and the day before its fiscal year began.
 */
export const beforeOwnYearEnd = (sums: readonly GlSum[], yearEnds: readonly GlSum[]): readonly GlSum[] =>
  without(sums, yearEnds, (atE8, point) => (point % 2 === 0 ? amountAt(atE8, point) - amountAt(atE8, point + 1) : 0n));
