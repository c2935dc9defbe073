// A published list of rates, taken in whole: what it holds that is not known yet. What an organisation set itself for the same
// instant stays.

import { append, type Decision, refuseField } from '../ledger/decision.ts';
import { guardWrite } from '../ledger/guard.ts';
import type { TenantState } from '../ledger/state.ts';
import { isoCurrencies } from '../money/iso4217.ts';
import { formatRate, parseRate } from '../money/rate.ts';
import { formatInstant } from '../time/instant.ts';
import type { ImportFxRates, PublishedDay } from './commands.ts';
import type { FxRatesImported } from './events.ts';
import type { FxRateState } from './state.ts';

/** Rates of one event: larger ones would make pages of events slow. */
export const RATES_AN_EVENT_MAX = 2_000;
/** Rates of one import. They are kept in memory with the organisation. */
export const RATES_AN_IMPORT_MAX = 25_000;

type Known = (quote: string, asofUs: bigint) => Pick<FxRateState, 'rate' | 'source'> | undefined;

/** The rates of a list that are not known yet; days without one are left out. Rates are compared in their one spelling. */
export function selectNewRates(days: readonly PublishedDay[], source: string, known: Known): readonly PublishedDay[] {
  return days
    .map(({ asofUs, rates }) => ({
      asofUs,
      rates: rates
        .map(([quote, rate]): readonly [string, string] => [quote, spell(rate) ?? rate])
        .filter(([quote, rate]) => {
          const there = known(quote, asofUs);
          return there === undefined || (there.source === source && there.rate !== rate);
        }),
    }))
    .filter(({ rates }) => rates.length > 0);
}

export const countRates = (days: readonly PublishedDay[]): number => days.reduce((sum, { rates }) => sum + rates.length, 0);

function spell(text: string): string | null {
  const rate = parseRate(text);
  return rate === null ? null : formatRate(rate);
}

/** Refuses, first match wins: as `guardWrite`, VALIDATION_ERROR. Appends nothing where nothing is new. */
export function decideImportFxRates(state: TenantState, command: ImportFxRates): Decision {
  const refusal = guardWrite(state, command.actor, 'admin');
  if (refusal !== null) return refusal;
  const { source, base, days, fileSha256 } = command;
  if (countRates(days) > RATES_AN_IMPORT_MAX)
    return refuseField('content', `Import at most ${RATES_AN_IMPORT_MAX} rates at once: choose fewer days or currencies.`);
  for (const { asofUs, rates } of days)
    for (const [quote, rate] of rates) {
      const where = `${quote} of ${formatInstant(asofUs).slice(0, 10)}`;
      if (quote === base || !isoCurrencies.has(quote)) return refuseField('content', `${where}: not a currency of ISO 4217.`);
      if (spell(rate) === null) return refuseField('content', `${where}: use a rate above zero with at most 12 significant digits.`);
    }
  const fresh = selectNewRates(days, source, (quote, asofUs) => state.fxRates.get(`${base}/${quote}`)?.find((r) => r.asofUs === asofUs));
  return append(
    ...inEvents(fresh).map((some) => ({
      type: 'fx_rates.imported' as const,
      payload: {
        source,
        base_currency: base,
        file_sha256: fileSha256,
        days: some.map(({ asofUs, rates }) => ({ asof: formatInstant(asofUs), rates: Object.fromEntries(rates) })),
      } satisfies FxRatesImported,
    })),
  );
}

/** Whole days, as many as fit into an event. */
function inEvents(days: readonly PublishedDay[]): readonly (readonly PublishedDay[])[] {
  const events: PublishedDay[][] = [];
  let left = 0;
  for (const day of days) {
    if (left < day.rates.length) {
      events.push([]);
      left = RATES_AN_EVENT_MAX;
    }
    events.at(-1)?.push(day);
    left -= day.rates.length;
  }
  return events;
}
