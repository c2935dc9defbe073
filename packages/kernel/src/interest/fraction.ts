// Exact interest. A tick is the largest part of 10⁻⁸ of which every accrual, by any of the conventions, is a whole number; so a sum
// of accruals and what rounding left of them is one integer.

import { divideHalfEven } from '../money/half-even.ts';
import { magnitudeOf } from '../money/magnitude.ts';
import { basisOf, type DayCount } from './day-count.ts';

/** A rate is percent with eight decimals: units of 10⁻¹⁰. */
const RATE_UNITS = 10n ** 10n;
/** The least common multiple of 360 and 365. */
const YEAR_PARTS = 26_280n;
const TICKS_PER_E8 = RATE_UNITS * YEAR_PARTS;
export const TICKS_PER_ONE = TICKS_PER_E8 * 10n ** 8n;

/** Balance × rate × days / days of the year, in ticks. Exact; the sign is that of balance × rate. */
export const accruedTicks = (balanceE8: bigint, rateE8: bigint, days: bigint, convention: DayCount): bigint =>
  balanceE8 * rateE8 * days * (YEAR_PARTS / basisOf(convention));

/** Units of 10⁻⁸ nearest to so many ticks, and the ticks that are left: at most half a unit either way. */
export function roundTicks(ticks: bigint): { readonly amountE8: bigint; readonly leftTicks: bigint } {
  const amountE8 = divideHalfEven(ticks, TICKS_PER_E8);
  return { amountE8, leftTicks: ticks - amountE8 * TICKS_PER_E8 };
}

function greatestCommon(a: bigint, b: bigint): bigint {
  let [x, y] = [magnitudeOf(a), b];
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}

/** Ticks as a fraction of one unit of the currency in lowest terms: `5/36`, `-1/7200000000`, `2`. */
export function formatTicks(ticks: bigint): string {
  const divisor = greatestCommon(ticks, TICKS_PER_ONE);
  const [numerator, denominator] = [ticks / divisor, TICKS_PER_ONE / divisor];
  return denominator === 1n ? `${numerator}` : `${numerator}/${denominator}`;
}

/** Reads what `formatTicks` wrote. Throws RangeError for what is none, or no whole number of ticks. */
export function readTicks(text: string): bigint {
  const m = /^(-?\d+)(?:\/([1-9]\d*))?$/.exec(text);
  const [numerator, denominator] = m === null ? [0n, 0n] : [BigInt(m[1] ?? ''), BigInt(m[2] ?? '1')];
  if (denominator === 0n || TICKS_PER_ONE % denominator !== 0n) throw new RangeError(`not a remainder: ${text}`);
  return (numerator * TICKS_PER_ONE) / denominator;
}
