import type { ChainedEvent } from '@countinghouse/kernel/ledger/events';
import { type Statement, statement } from '../../sql/statement.ts';

type Event = Extract<ChainedEvent, { type: 'tenant.created' | 'member.added' | 'currency.allowed' }>;

export function projectTenants(tenantId: string, event: Event): Statement {
  switch (event.type) {
    case 'tenant.created':
      return statement(
        'insert into tenants (tenant_id, name, reporting_currency, signing_mode, created_at) values ($1, $2, $3, $4, $5)',
        tenantId,
        event.payload.name,
        event.payload.reporting_currency,
        event.payload.signing_mode,
        event.eventTs,
      );
    case 'member.added':
      return statement(
        'insert into members (tenant_id, user_id, role, joined_at) values ($1, $2, $3, $4)',
        tenantId,
        event.payload.user_id,
        event.payload.role,
        event.eventTs,
      );
    case 'currency.allowed':
      return statement('insert into tenant_currencies (tenant_id, code) values ($1, $2)', tenantId, event.payload.code);
  }
}
