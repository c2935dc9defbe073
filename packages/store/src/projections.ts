// Which projection each event feeds. Live writing and replay use the same statements, the one in `public`, the other in a
// shadow schema: they name no schema.

import type { ChainedEvent } from '@countinghouse/kernel/ledger/events';
import { projectAccounts } from './features/accounts/projection.ts';
import { projectFxRates } from './features/fx/projection.ts';
import { projectGlAccounts } from './features/gl-accounts/projection.ts';
import { projectSigningKeys } from './features/signing-keys/projection.ts';
import { projectSnapshots } from './features/snapshots/projection.ts';
import { projectTenants } from './features/tenants/projection.ts';
import type { Statement } from './sql/statement.ts';

/** Tables that replay rebuilds and compares, with what orders their rows. */
export const projectedTables = [
  'tenants',
  'members',
  'tenant_currencies',
  'gl_accounts',
  'accounts',
  'snapshots',
  'fx_rates',
  'signing_keys',
  'postings',
] as const;

/** The statement an event adds to its transaction, or null. Postings and balances are written by the batch itself. */
export function project(tenantId: string, event: ChainedEvent): Statement | null {
  switch (event.type) {
    case 'intent.executed':
    case 'intent.rejected':
      return null;
    case 'tenant.created':
    case 'member.added':
    case 'currency.allowed':
      return projectTenants(tenantId, event);
    case 'key.generated':
      return projectSigningKeys(tenantId, event);
    case 'gl_account.created':
    case 'gl_account.deleted':
      return projectGlAccounts(tenantId, event);
    case 'account.created':
      return projectAccounts(tenantId, event);
    case 'snapshot.taken':
      return projectSnapshots(tenantId, event);
    case 'fx_rate.set':
      return projectFxRates(tenantId, event);
  }
}
