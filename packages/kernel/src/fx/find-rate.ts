// The rate of a pair at an instant, whether it was given or follows from others. What was given wins over its inverse, and both
// over a cross. A cross goes through the reporting currency, else through the euro, against which the ECB publishes.

import { formatRate, parseRate, RATE_DIGITS_MAX } from '../money/rate.ts';
import { invert, multiply, one, type Ratio, ratioOf, roundRatio } from '../money/ratio.ts';
import { formatInstant } from '../time/instant.ts';
import type { FxRateState } from './state.ts';

/** The rate in force of a pair as it was given; null where there is none. */
export type RateBook = (base: string, quote: string) => FxRateState | null;

export type Derived = 'none' | 'inverse' | 'cross';

/** A rate as it was given, on the way from the base to the quote currency. */
export type RateLeg = {
  readonly base_currency: string;
  readonly quote_currency: string;
  readonly rate: string;
  readonly asof: string;
  readonly source: string;
  /** Whether it is used from its quote to its base currency. */
  readonly inverted: boolean;
};

export interface FoundRate {
  /** Exact: what amounts are converted with. */
  readonly ratio: Ratio;
  /** Rounded half-even to 12 significant digits: what people are shown. */
  readonly rate: string;
  /** One unit of quote in base, likewise. */
  readonly inverse: string;
  readonly derived: Derived;
  /** The currency a cross goes through; else null. */
  readonly via: string | null;
  /** None for a currency in itself, two for a cross, else one. */
  readonly legs: readonly RateLeg[];
}

/** The euro: what the reference rates of the European Central Bank are against. */
export const ECB_BASE = 'EUR';

/** The rates of `rates` that are in force at an instant. The lists ascend by time. */
export const bookAt =
  (rates: ReadonlyMap<string, readonly FxRateState[]>, atUs: bigint): RateBook =>
  (base, quote) =>
    rates.get(`${base}/${quote}`)?.findLast((r) => r.asofUs <= atUs) ?? null;

interface Step {
  readonly ratio: Ratio;
  readonly leg: RateLeg;
}

/** Given, or the inverse of what was given. */
function findStep(book: RateBook, base: string, quote: string): Step | null {
  const given = book(base, quote);
  const found = given ?? book(quote, base);
  const rate = found === null ? null : parseRate(found.rate);
  if (found === null || rate === null) return null;
  const inverted = given === null;
  const ratio = ratioOf(rate);
  const [from, to] = inverted ? [quote, base] : [base, quote];
  return {
    ratio: inverted ? invert(ratio) : ratio,
    leg: {
      base_currency: from,
      quote_currency: to,
      rate: found.rate,
      asof: formatInstant(found.asofUs),
      source: found.source,
      inverted,
    },
  };
}

const found = (ratio: Ratio, derived: Derived, via: string | null, legs: readonly RateLeg[]): FoundRate => ({
  ratio,
  rate: formatRate(roundRatio(ratio, RATE_DIGITS_MAX)),
  inverse: formatRate(roundRatio(invert(ratio), RATE_DIGITS_MAX)),
  derived,
  via,
  legs,
});

/** What most intents are measured with, where anything is limited: found once. */
const inItself = found(one, 'none', null, []);

/** One unit of `base` in `quote`; null where no rates lead from the one to the other. */
export function findRate(book: RateBook, reportingCurrency: string, base: string, quote: string): FoundRate | null {
  if (base === quote) return inItself;
  const step = findStep(book, base, quote);
  if (step !== null) return found(step.ratio, step.leg.inverted ? 'inverse' : 'none', null, [step.leg]);
  for (const via of new Set([reportingCurrency, ECB_BASE])) {
    if (via === base || via === quote) continue;
    const [to, from] = [findStep(book, base, via), findStep(book, via, quote)];
    if (to !== null && from !== null) return found(multiply(to.ratio, from.ratio), 'cross', via, [to.leg, from.leg]);
  }
  return null;
}
