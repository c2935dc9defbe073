import { append, type Decision, refuseField } from '../ledger/decision.ts';
import { guardWrite } from '../ledger/guard.ts';
import type { TenantState } from '../ledger/state.ts';
import { isoCurrencies } from '../money/iso4217.ts';
import { formatRate, parseRate } from '../money/rate.ts';
import { formatInstant } from '../time/instant.ts';
import type { SetFxRate } from './commands.ts';
import { bookAt, findRate } from './find-rate.ts';

/** Refuses, first match wins: as `guardWrite`, VALIDATION_ERROR. */
export function decideSetFxRate(state: TenantState, command: SetFxRate): Decision {
  const refusal = guardWrite(state, command.actor, 'admin');
  if (refusal !== null) return refusal;
  if (!isoCurrencies.has(command.base)) return refuseField('base_currency', 'Use a currency of ISO 4217.');
  if (!isoCurrencies.has(command.quote)) return refuseField('quote_currency', 'Use a currency of ISO 4217.');
  if (command.base === command.quote) return refuseField('quote_currency', 'Choose a currency other than the base.');
  const rate = parseRate(command.rate);
  if (rate === null) return refuseField('rate', 'Use a rate above zero with at most 12 significant digits.');
  return append({
    type: 'fx_rate.set',
    payload: {
      base_currency: command.base,
      quote_currency: command.quote,
      rate: formatRate(rate),
      asof: formatInstant(command.asofUs),
      source: command.source,
    },
  });
}

export interface EffectiveRate {
  readonly base_currency: string;
  readonly quote_currency: string;
  readonly rate: string;
  readonly asof: string;
  readonly source: string;
}

type Pair = Pick<EffectiveRate, 'base_currency' | 'quote_currency'>;
const byPair = (a: Pair, b: Pair): number => (a.base_currency + a.quote_currency < b.base_currency + b.quote_currency ? -1 : 1);

/** Of each pair the rate in force at an instant, ordered by pair. */
export function effectiveRates(state: TenantState, atUs: bigint): readonly EffectiveRate[] {
  const found: EffectiveRate[] = [];
  for (const [pair, rates] of state.fxRates) {
    const inForce = rates.findLast((r) => r.asofUs <= atUs);
    if (inForce === undefined) continue;
    const [base, quote] = pair.split('/') as [string, string];
    found.push({
      base_currency: base,
      quote_currency: quote,
      rate: inForce.rate,
      asof: formatInstant(inForce.asofUs),
      source: inForce.source,
    });
  }
  return found.sort(byPair);
}

/** A rate that nobody gave: `derived` says how it follows from those that were, `via` through which currency. */
export interface DerivedRate {
  readonly base_currency: string;
  readonly quote_currency: string;
  /** Rounded to 12 significant digits. */
  readonly rate: string;
  readonly derived: 'inverse' | 'cross';
  readonly via: string | null;
}

/** To and from the reporting currency, what follows from the rates in force for each currency that has one; ordered by pair. */
export function derivedRates(state: TenantState, atUs: bigint): readonly DerivedRate[] {
  const book = bookAt(state.fxRates, atUs);
  const reporting = state.reportingCurrency;
  const currencies = new Set([...state.fxRates.keys()].flatMap((pair) => pair.split('/')));
  const derived: DerivedRate[] = [];
  for (const currency of currencies)
    for (const [base, quote] of [
      [currency, reporting],
      [reporting, currency],
    ] as const) {
      const found = findRate(book, reporting, base, quote);
      if (found === null || found.derived === 'none') continue;
      derived.push({ base_currency: base, quote_currency: quote, rate: found.rate, derived: found.derived, via: found.via });
    }
  return derived.sort(byPair);
}
