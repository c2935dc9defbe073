import type { ChainedEvent } from '@countinghouse/kernel/ledger/events';
import type { Feature } from '../../feature.ts';
import { type Statement, statement } from '../../sql/statement.ts';

type Event = Extract<
  ChainedEvent,
  {
    type:
      | 'tenant.created'
      | 'tenant.renamed'
      | 'tenant.deactivated'
      | 'tenant.reactivated'
      | 'tenant.archived'
      | 'ledger.broken'
      | 'ledger.mended';
  }
>;

function projectTenants(tenantId: string, event: Event): Statement {
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
    case 'tenant.renamed':
      return statement('update tenants set name = $2 where tenant_id = $1', tenantId, event.payload.name);
    case 'tenant.deactivated':
    case 'tenant.reactivated':
      return statement('update tenants set read_only = $2 where tenant_id = $1', tenantId, event.type === 'tenant.deactivated');
    case 'ledger.broken':
      return statement('update tenants set read_only = true, broken_at = $2 where tenant_id = $1', tenantId, event.eventTs);
    case 'ledger.mended':
      return statement('update tenants set read_only = false, broken_at = null where tenant_id = $1', tenantId);
    case 'tenant.archived':
      return statement('update tenants set archived_at = $2 where tenant_id = $1', tenantId, event.eventTs);
  }
}

/** Tables, and what events do to them. */
export const tenants = {
  tables: ['tenants'],
  project: {
    'tenant.created': projectTenants,
    'tenant.renamed': projectTenants,
    'tenant.deactivated': projectTenants,
    'tenant.reactivated': projectTenants,
    'tenant.archived': projectTenants,
    'ledger.broken': projectTenants,
    'ledger.mended': projectTenants,
  },
} satisfies Feature;
