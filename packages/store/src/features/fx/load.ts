import type { Load } from '../../feature.ts';
import { instant } from '../../writer/loaded.ts';

/** The part of the state that follows from its tables. */
export const load: Load = async (state, read) => {
  const rates = await read<{ base_currency: string; quote_currency: string; rate: string; asof: string; source: string }>(
    'select base_currency, quote_currency, rate, asof, source from fx_rates where tenant_id = $1 order by asof',
  );
  for (const r of rates) {
    const pair = `${r.base_currency}/${r.quote_currency}`;
    const list = state.fxRates.get(pair) ?? [];
    list.push({ rate: r.rate, asofUs: instant(r.asof), source: r.source });
    state.fxRates.set(pair, list);
  }
};
