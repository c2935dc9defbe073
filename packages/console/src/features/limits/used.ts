import { readAmountE8 } from '../../lib/values/money.ts';
// How much of a limit is used: as a share of a hundred, and as amounts that a person can read.

/** 0–100, rounded down; 100 where nothing is left, also of a limit of nothing. */
export function shareUsed(used: string, limit: string): number {
  const [usedE8, limitE8] = [readAmountE8(used), readAmountE8(limit)];
  if (usedE8 >= limitE8) return 100;
  return Number((usedE8 * 100n) / limitE8);
}

const E8_DIGITS = 8;

/** Cut to so many decimals, or raised to the next: what is used never looks like less, what is left never like more. */
export function atDecimals(amountE8: bigint, decimals: number, way: 'up' | 'down'): bigint {
  const unit = 10n ** BigInt(E8_DIGITS - decimals);
  const cut = (amountE8 / unit) * unit;
  return way === 'up' && cut < amountE8 ? cut + unit : cut;
}
