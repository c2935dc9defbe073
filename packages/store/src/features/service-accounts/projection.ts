import type { ChainedEvent } from '@countinghouse/kernel/ledger/events';
import type { ServiceAccountEvents } from '@countinghouse/kernel/service-accounts/events';
import type { Feature } from '../../feature.ts';
import { type Statement, statement } from '../../sql/statement.ts';

type Event = Extract<ChainedEvent, { readonly type: keyof ServiceAccountEvents }>;

const dropEntityRoles = (tenantId: string, id: string): Statement =>
  statement('delete from entity_members where tenant_id = $1 and user_id = $2', tenantId, id);

function projectServiceAccounts(tenantId: string, event: Event): readonly Statement[] {
  switch (event.type) {
    case 'service_account.created': {
      const { id, name, role } = event.payload;
      return [
        statement(
          `insert into service_accounts (tenant_id, id, name, role, created_at, created_seq, created_by)
           values ($1, $2, $3, $4, $5, $6, $7)`,
          tenantId,
          id,
          name,
          role,
          event.eventTs,
          event.seq,
          event.actorId,
        ),
      ];
    }
    case 'service_account.renamed': {
      const { id, name } = event.payload;
      return [statement('update service_accounts set name = $3 where tenant_id = $1 and id = $2', tenantId, id, name)];
    }
    case 'service_account.role_changed': {
      const { id, role } = event.payload;
      return [
        statement('update service_accounts set role = $3 where tenant_id = $1 and id = $2', tenantId, id, role),
        // Who may only read from now on has no role in an entity any more.
        ...(role === 'auditor' ? [dropEntityRoles(tenantId, id)] : []),
      ];
    }
    case 'service_account.deactivated': {
      const { id } = event.payload;
      return [
        statement('update service_accounts set deactivated_at = $3 where tenant_id = $1 and id = $2', tenantId, id, event.eventTs),
        dropEntityRoles(tenantId, id),
        statement(
          'update api_keys set revoked_at = $3 where tenant_id = $1 and user_id = $2 and revoked_at is null',
          tenantId,
          id,
          event.eventTs,
        ),
      ];
    }
  }
}

/** Tables, and what events do to them. */
export const serviceAccounts = {
  tables: ['service_accounts'],
  project: {
    'service_account.created': projectServiceAccounts,
    'service_account.renamed': projectServiceAccounts,
    'service_account.role_changed': projectServiceAccounts,
    'service_account.deactivated': projectServiceAccounts,
  },
} satisfies Feature;
