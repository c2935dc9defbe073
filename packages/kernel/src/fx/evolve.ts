import { must } from '../ledger/must.ts';
import type { EventRows } from '../ledger/slice.ts';
import type { TenantState } from '../ledger/state.ts';
import { parseInstant } from '../time/instant.ts';
import type { FxEvents } from './events.ts';
import type { FxRateState } from './state.ts';

/** What each event does to the state. */
export const evolve = {
  'fx_rate.set': (state, { seq, payload: { base_currency, quote_currency, rate, asof, source } }) => {
    setRate(state, `${base_currency}/${quote_currency}`, { rate, asofUs: must(parseInstant(asof), 'asof', seq), source });
  },
  'fx_rates.imported': (state, { seq, payload: { base_currency, source, days } }) => {
    for (const { asof, rates } of days) {
      const asofUs = must(parseInstant(asof), 'asof', seq);
      for (const [quote, rate] of Object.entries(rates)) setRate(state, `${base_currency}/${quote}`, { rate, asofUs, source });
    }
  },
} satisfies EventRows<FxEvents>;

/** Keeps the list of a pair ascending by time; a rate for the same instant is replaced. */
function setRate(state: TenantState, pair: string, rate: FxRateState): void {
  const list = state.fxRates.get(pair) ?? [];
  state.fxRates.set(pair, list);
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((list[middle]?.asofUs ?? rate.asofUs) < rate.asofUs) low = middle + 1;
    else high = middle;
  }
  list.splice(low, list[low]?.asofUs === rate.asofUs ? 1 : 0, rate);
}
