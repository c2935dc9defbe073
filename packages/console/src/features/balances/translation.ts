// Sums of several currencies as one: by the rates that a report names, exact until they are rounded once. Without a rate there is no sum.
import type { Translation } from '@countinghouse/contract/features/reports';
import { AMOUNT_DECIMALS } from '@countinghouse/kernel/money/amount';
import { divideHalfEven } from '@countinghouse/kernel/money/half-even';
import { minorUnitsOf } from '@countinghouse/kernel/money/iso4217';
import { parseRate } from '@countinghouse/kernel/money/rate';
import { invert, multiply, one, type Ratio, ratioOf } from '@countinghouse/kernel/money/ratio';

/** By currency, in units of 10⁻⁸, debit-positive. */
export type Sums = ReadonlyMap<string, bigint>;

export interface Translator {
  readonly currency: string;
  readonly ratios: ReadonlyMap<string, Ratio>;
  /** The days of the rates, the first one first. */
  readonly days: readonly string[];
}

/** What needs no rate. */
export const untranslated = (currency: string): Translator => ({ currency, ratios: new Map([[currency, one]]), days: [] });

type Rate = Translation['conversions'][number]['rates'][number];

/** From a currency along rates, each as it is or turned round. */
function along(from: string, rates: readonly Rate[]): Ratio | null {
  let [at, ratio] = [from, one];
  for (const { base_currency, quote_currency, rate } of rates) {
    const parsed = parseRate(rate);
    if (parsed === null || (at !== base_currency && at !== quote_currency)) return null;
    const isDirect = at === base_currency;
    ratio = multiply(ratio, isDirect ? ratioOf(parsed) : invert(ratioOf(parsed)));
    at = isDirect ? quote_currency : base_currency;
  }
  return ratio;
}

/** By the rates of a report's own day. */
export function translatorOf({ currency, conversions }: Translation): Translator {
  const own = conversions.filter(({ column }) => column === 'current');
  const found = own.flatMap(({ from, rates }) => {
    const ratio = along(from, rates);
    return ratio === null ? [] : [[from, ratio] as const];
  });
  const days = new Set(own.flatMap(({ rates }) => rates.map(({ asof }) => asof.slice(0, 10))));
  return { currency, ratios: new Map([[currency, one], ...found]), days: [...days].sort() };
}

/**
 * The sum in the translator's currency; null where an amount other than zero has no rate. What was translated is rounded half-even to
 * the minor unit, what was in this currency all along is exact.
 */
export function translateE8(sums: Sums, { currency, ratios }: Translator): bigint | null {
  if ([...sums].every(([from, amountE8]) => from === currency || amountE8 === 0n)) return sums.get(currency) ?? 0n;
  let [numerator, denominator] = [0n, 1n];
  for (const [from, amountE8] of sums) {
    if (amountE8 === 0n) continue;
    const ratio = ratios.get(from);
    if (ratio === undefined) return null;
    numerator = numerator * ratio.denominator + amountE8 * ratio.numerator * denominator;
    denominator *= ratio.denominator;
  }
  const unitE8 = 10n ** BigInt(AMOUNT_DECIMALS - minorUnitsOf(currency));
  return divideHalfEven(numerator, denominator * unitE8) * unitE8;
}
