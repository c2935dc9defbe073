import type { ChainedEvent } from '@countinghouse/kernel/ledger/events';
import type { Feature } from '../../feature.ts';
import { type Statement, statement } from '../../sql/statement.ts';

type Event = Extract<ChainedEvent, { type: 'currency.allowed' | 'currency.removed' }>;

function projectCurrencies(tenantId: string, event: Event): Statement {
  const { code } = event.payload;
  return event.type === 'currency.allowed'
    ? statement('insert into tenant_currencies (tenant_id, code) values ($1, $2)', tenantId, code)
    : statement('delete from tenant_currencies where tenant_id = $1 and code = $2', tenantId, code);
}

/** Tables, and what events do to them. */
export const currencies = {
  tables: ['tenant_currencies'],
  project: {
    'currency.allowed': projectCurrencies,
    'currency.removed': projectCurrencies,
  },
} satisfies Feature;
