import type { ChainedEvent } from '@countinghouse/kernel/ledger/events';
import { type Statement, statement } from '../../sql/statement.ts';

type Event = Extract<ChainedEvent, { type: 'fx_rate.set' }>;

export function projectFxRates(tenantId: string, event: Event): Statement {
  const { base_currency, quote_currency, rate, asof, source } = event.payload;
  return statement(
    `insert into fx_rates (tenant_id, base_currency, quote_currency, asof, rate, source, created_at, event_seq)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (tenant_id, base_currency, quote_currency, asof)
     do update set rate = excluded.rate, source = excluded.source, created_at = excluded.created_at, event_seq = excluded.event_seq`,
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
