// Exact fractions: a rate stays one until an amount is converted or a person reads it, so that it is rounded once.

import { divideHalfEven } from './half-even.ts';
import type { Rate } from './rate.ts';

/** Both above zero. */
export interface Ratio {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

const TEN = 10n;

export const one: Ratio = { numerator: 1n, denominator: 1n };

export const ratioOf = ({ digits, scale }: Rate): Ratio =>
  scale >= 0 ? { numerator: digits, denominator: TEN ** BigInt(scale) } : { numerator: digits * TEN ** BigInt(-scale), denominator: 1n };

export const invert = ({ numerator, denominator }: Ratio): Ratio => ({ numerator: denominator, denominator: numerator });

export const multiply = (a: Ratio, b: Ratio): Ratio => ({
  numerator: a.numerator * b.numerator,
  denominator: a.denominator * b.denominator,
});

/** An amount in units of 10⁻⁸, converted and rounded half-even to units of 10⁻⁸. The sign goes through: −x becomes the negative of what x becomes. */
export function convertE8(amountE8: bigint, { numerator, denominator }: Ratio): bigint {
  return divideHalfEven(amountE8 * numerator, denominator);
}

/** The fraction rounded half-even to so many significant digits. */
export function roundRatio({ numerator, denominator }: Ratio, significantDigits: number): Rate {
  const most = TEN ** BigInt(significantDigits);
  // A first guess that is at most two off: the quotient of numbers of m and n digits has m − n or m − n + 1 of them.
  let scale = significantDigits - (numerator.toString().length - denominator.toString().length);
  for (;;) {
    const digits =
      scale >= 0
        ? divideHalfEven(numerator * TEN ** BigInt(scale), denominator)
        : divideHalfEven(numerator, denominator * TEN ** BigInt(-scale));
    if (digits < most) return withoutTrailingZeros(digits, scale);
    scale -= 1;
  }
}

function withoutTrailingZeros(digits: bigint, scale: number): Rate {
  let [d, s] = [digits, scale];
  while (d % TEN === 0n && d !== 0n) {
    d /= TEN;
    s -= 1;
  }
  return { digits: d, scale: s };
}
