// From one currency into another at the rates in force, as any rate is found (`fx/find-rate.ts`): direct, turned round, or across the
// reporting currency, else across the euro. Exact until it rounds once, half to even, to the minor unit it is shown in. Where there is
// no rate there is no number.

import { ECB_BASE } from '../fx/find-rate.ts';
import { AMOUNT_DECIMALS } from '../money/amount.ts';
import { divideHalfEven } from '../money/half-even.ts';
import { minorUnitsOf } from '../money/iso4217.ts';
import { parseRate } from '../money/rate.ts';

/** A rate in force: one unit of the base is `rate` units of the quote. */
export interface RateInForce {
  readonly base_currency: string;
  readonly quote_currency: string;
  readonly rate: string;
  readonly asof: string;
  readonly source: string;
}

/** `same`: no conversion. `derived` rates are not in the list as they are: turned round, or made of two. */
export interface Conversion {
  readonly from: string;
  readonly to: string;
  readonly how: 'same' | 'direct' | 'inverse' | 'cross';
  /** One unit of `from` is numerator ÷ denominator units of `to`. */
  readonly numerator: bigint;
  readonly denominator: bigint;
  /** The rates it was made of. */
  readonly rates: readonly RateInForce[];
}

function ratioOf({ rate }: RateInForce): readonly [bigint, bigint] {
  const parsed = parseRate(rate);
  if (parsed === null) throw new RangeError(`not a rate: ${rate}`);
  return parsed.scale >= 0 ? [parsed.digits, 10n ** BigInt(parsed.scale)] : [parsed.digits * 10n ** BigInt(-parsed.scale), 1n];
}

function findPair(rates: readonly RateInForce[], from: string, to: string): Conversion | null {
  if (from === to) return { from, to, how: 'same', numerator: 1n, denominator: 1n, rates: [] };
  const direct = rates.find((r) => r.base_currency === from && r.quote_currency === to);
  if (direct !== undefined) {
    const [numerator, denominator] = ratioOf(direct);
    return { from, to, how: 'direct', numerator, denominator, rates: [direct] };
  }
  const inverse = rates.find((r) => r.base_currency === to && r.quote_currency === from);
  if (inverse === undefined) return null;
  const [denominator, numerator] = ratioOf(inverse);
  return { from, to, how: 'inverse', numerator, denominator, rates: [inverse] };
}

/** How to get from one currency to another, the direct rate first; null where no rate leads there. */
export function findConversion(rates: readonly RateInForce[], from: string, to: string, reportingCurrency: string): Conversion | null {
  const pair = findPair(rates, from, to);
  if (pair !== null) return pair;
  for (const via of new Set([reportingCurrency, ECB_BASE])) {
    const [there, on] = [findPair(rates, from, via), findPair(rates, via, to)];
    if (there === null || on === null) continue;
    return {
      from,
      to,
      how: 'cross',
      numerator: there.numerator * on.numerator,
      denominator: there.denominator * on.denominator,
      rates: [...there.rates, ...on.rates],
    };
  }
  return null;
}

/** A sum of amounts in several currencies as one exact fraction of units of 10⁻⁸ of the target. */
export interface Fraction {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

export const zero: Fraction = { numerator: 0n, denominator: 1n };

export const addConverted = (sum: Fraction, amountE8: bigint, by: Conversion): Fraction => ({
  numerator: sum.numerator * by.denominator + amountE8 * by.numerator * sum.denominator,
  denominator: sum.denominator * by.denominator,
});

/** Rounds to the minor unit of a currency, half to even; units of 10⁻⁸. */
export function roundToMinorE8({ numerator, denominator }: Fraction, currency: string): bigint {
  const unitE8 = 10n ** BigInt(AMOUNT_DECIMALS - minorUnitsOf(currency));
  return divideHalfEven(numerator, denominator * unitE8) * unitE8;
}
