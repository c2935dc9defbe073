import { fx as contract, ECB_SOURCE, textOfPlace } from '@countinghouse/contract/features/fx';
import { ECB_BASE, findRate } from '@countinghouse/kernel/fx/find-rate';
import { countRates, selectNewRates } from '@countinghouse/kernel/fx/import';
import { formatAmountE8, parseAmountE8 } from '@countinghouse/kernel/money/amount';
import { convertE8 } from '@countinghouse/kernel/money/ratio';
import { formatInstant, parseInstant, readInstant } from '@countinghouse/kernel/time/instant';
import { listTenantCurrencies } from '@countinghouse/store/features/currencies/reads';
import { type FxRateRow, listFxRates, listRatesBetween, listRatesInForce } from '@countinghouse/store/features/fx/reads';
import { findSettings } from '@countinghouse/store/features/settings/reads';
import { read } from '@countinghouse/store/reader';
import { isWaitedFor } from '../../files/turns.ts';
import { writtenEvent, writtenEvents } from '../../route/outcome.ts';
import { type Handler, handler, reading } from '../../route/route.ts';
import { readPublishedAside } from './read-aside.ts';

const toState = (row: FxRateRow) => ({ rate: row.rate, asofUs: readInstant(row.asof), source: row.source });

export const list = reading(contract.list, async ({ tenant: { tenant_id }, input }, { readerPool }) => {
  const { source = null, currency = null, limit, after = null } = input.query;
  const { rates, next } = await read(readerPool, { tenantId: tenant_id }, (tx) =>
    listFxRates(tx, tenant_id, { source, currency, after }, limit),
  );
  return { rates: [...rates], next: next === null ? null : textOfPlace(next) };
});

export const effective = reading(contract.effective, async ({ tenant: { tenant_id }, input }, { readerPool, clock }) => {
  const { base, quote, at, amount } = input.query;
  const given = at === undefined ? null : parseInstant(at);
  const when = formatInstant(given ?? clock.nowUs());
  const { rows, reporting } = await read(readerPool, { tenantId: tenant_id }, async (tx) => {
    const reporting = (await findSettings(tx, tenant_id))?.reporting_currency ?? ECB_BASE;
    return { reporting, rows: await listRatesInForce(tx, tenant_id, [base, quote, reporting, ECB_BASE], when) };
  });
  const byPair = new Map(rows.map((r) => [`${r.base_currency}/${r.quote_currency}`, toState(r)]));
  const found = findRate((from, to) => byPair.get(`${from}/${to}`) ?? null, reporting, base, quote);
  if (found === null) return { at: when, rate: null, converted: null };
  const { ratio, legs, ...rate } = found;
  const amountE8 = amount === undefined ? null : parseAmountE8(amount);
  return {
    at: when,
    rate: { base_currency: base, quote_currency: quote, ...rate, legs: [...legs] },
    converted: amountE8 === null ? null : formatAmountE8(convertE8(amountE8, ratio)),
  };
});

export const upsert = handler(contract.upsert, async ({ tenant, caller, input }, { ledger, clock }) => {
  const { base_currency, quote_currency, rate, asof, source } = input.body;
  const given = asof === undefined || asof === null ? null : parseInstant(asof);
  const outcome = await ledger.submit(tenant.tenant_id, {
    type: 'fx_rate.set',
    actor: caller.actor,
    base: base_currency,
    quote: quote_currency,
    rate: String(rate),
    asofUs: given ?? clock.nowUs(),
    source,
  });
  const event = writtenEvent(outcome, 'fx_rate.set');
  return { rate: { ...event.payload, created_at: event.eventTs } };
});

export const importEcb = handler(contract.import, ({ tenant: { tenant_id }, caller, input, reply }, { readerPool, ledger, fileTurns }) => {
  const { content, currencies, days: daysMax, preview } = input.body;
  const coming = { bytes: Buffer.byteLength(content), receive: async () => content, isWaitedFor: isWaitedFor(reply) };
  return fileTurns.take(tenant_id, coming, async () => {
    const allowed = currencies ?? (await read(readerPool, { tenantId: tenant_id }, (tx) => listTenantCurrencies(tx, tenant_id)));
    const { days, from, to, fileSha256 } = await readPublishedAside(content, allowed, daysMax);
    const total = countRates(days);
    const answer = (imported: number) => ({
      imported,
      unchanged: total - imported,
      from,
      to,
      days: days.length,
      currencies: [...new Set(days.flatMap((d) => d.rates.map(([quote]) => quote)))].sort((a, b) => (a < b ? -1 : 1)),
    });
    if (preview) {
      const [first, last] = [days.at(-1)?.asofUs ?? 0n, days[0]?.asofUs ?? 0n];
      const rows = await read(readerPool, { tenantId: tenant_id }, (tx) =>
        listRatesBetween(tx, tenant_id, ECB_BASE, formatInstant(first), formatInstant(last)),
      );
      const known = new Map(rows.map((r) => [`${r.quote_currency} ${r.asof}`, r]));
      return answer(countRates(selectNewRates(days, ECB_SOURCE, (quote, asofUs) => known.get(`${quote} ${formatInstant(asofUs)}`))));
    }
    const rates = { source: ECB_SOURCE, base: ECB_BASE, days, fileSha256 } as const;
    const outcome = await ledger.submit(tenant_id, { type: 'fx_rates.import', actor: caller.actor, ...rates });
    const written = writtenEvents(outcome, 'fx_rates.imported').flatMap((e) => e.payload.days);
    return answer(written.reduce((sum, { rates: of }) => sum + Object.keys(of).length, 0));
  });
});

export const fxHandlers: readonly Handler[] = [list, effective, upsert, importEcb];
