import type { ChainedEvent } from '@countinghouse/kernel/ledger/events';
import type { Feature } from '../../feature.ts';
import { type Statement, statement } from '../../sql/statement.ts';

type Event = Extract<ChainedEvent, { type: 'fx_rate.set' | 'fx_rates.imported' }>;

const replace = `on conflict (tenant_id, base_currency, quote_currency, asof)
     do update set rate = excluded.rate, source = excluded.source, created_at = excluded.created_at, event_seq = excluded.event_seq`;

function projectFxRates(tenantId: string, event: Event): Statement {
  if (event.type === 'fx_rates.imported') return projectImport(tenantId, event);
  const { base_currency, quote_currency, rate, asof, source } = event.payload;
  return statement(
    `insert into fx_rates (tenant_id, base_currency, quote_currency, asof, rate, source, created_at, event_seq)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     ${replace}`,
    tenantId,
    base_currency,
    quote_currency,
    asof,
    rate,
    source,
    event.eventTs,
    event.seq,
  );
}

/** One statement for all: currencies, times and rates hold nothing that an array's text would have to escape. */
function projectImport(tenantId: string, event: Extract<Event, { type: 'fx_rates.imported' }>): Statement {
  const { base_currency, source, days } = event.payload;
  const rows = days.flatMap(({ asof, rates }) => Object.entries(rates).map(([quote, rate]) => ({ quote, asof, rate })));
  const list = (values: readonly string[]): string => `{${values.join(',')}}`;
  return statement(
    `insert into fx_rates (tenant_id, base_currency, quote_currency, asof, rate, source, created_at, event_seq)
     select $1::uuid, $2, t.quote, t.asof, t.rate, $3, $4::timestamptz, $5
     from unnest($6::text[], $7::timestamptz[], $8::text[]) t (quote, asof, rate)
     ${replace}`,
    tenantId,
    base_currency,
    source,
    event.eventTs,
    event.seq,
    list(rows.map((r) => r.quote)),
    list(rows.map((r) => r.asof)),
    list(rows.map((r) => r.rate)),
  );
}

/** Tables, and what events do to them. */
export const fx = {
  tables: ['fx_rates'],
  project: {
    'fx_rate.set': projectFxRates,
    'fx_rates.imported': projectFxRates,
  },
} satisfies Feature;
