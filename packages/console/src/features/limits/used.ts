import { readAmountE8 } from '../../lib/values/money.ts';
// How much of a limit is used, as a share of a hundred.

/** 0–100, rounded down; 100 where nothing is left, also of a limit of nothing. */
export function shareUsed(used: string, limit: string): number {
  const [usedE8, limitE8] = [readAmountE8(used), readAmountE8(limit)];
  if (usedE8 >= limitE8) return 100;
  return Number((usedE8 * 100n) / limitE8);
}
