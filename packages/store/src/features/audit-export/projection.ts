import { type DestinationName, destinationNames } from '@countinghouse/kernel/audit-export/events';
import type { ChainedEvent, EventType } from '@countinghouse/kernel/ledger/events';
import type { Feature } from '../../feature.ts';
import { type Statement, statement } from '../../sql/statement.ts';

type Event<T extends EventType> = Extract<ChainedEvent, { readonly type: T }>;

const projectAuditExport = (tenantId: string, event: Event<'audit_export.set'>): readonly Statement[] =>
  destinationNames.map((name) => projectDestination(tenantId, event, name));

function projectDestination(tenantId: string, event: Event<'audit_export.set'>, name: DestinationName): Statement {
  const destination = event.payload[name];
  if (destination === null) return statement('delete from audit_destinations where tenant_id = $1 and name = $2', tenantId, name);
  const { origin, address_id, secret_id } = destination;
  // In a `set` every column is as it was before.
  return statement(
    `insert into audit_destinations as d (tenant_id, name, origin, address_id, secret_id, secret_set_at, added_seq, changed_seq)
     values ($1, $2, $3, $4, $5, $6, $7, $7)
     on conflict (tenant_id, name) do update set
       old_secret_id = case when d.secret_id = excluded.secret_id then d.old_secret_id else d.secret_id end,
       secret_set_at = case when d.secret_id = excluded.secret_id then d.secret_set_at else excluded.secret_set_at end,
       changed_seq = case when (d.secret_id, d.address_id) = (excluded.secret_id, excluded.address_id) then d.changed_seq else excluded.changed_seq end,
       origin = excluded.origin, address_id = excluded.address_id, secret_id = excluded.secret_id`,
    tenantId,
    name,
    origin,
    address_id,
    secret_id,
    event.eventTs,
    event.seq,
  );
}

const projectOldEnded = (tenantId: string, { payload }: Event<'audit_export.old_secret_ended'>): Statement =>
  statement('update audit_destinations set old_secret_id = null where tenant_id = $1 and name = $2', tenantId, payload.destination);

/** Tables, and what events do to them. */
export const auditExport = {
  tables: ['audit_destinations'],
  project: {
    'audit_export.set': projectAuditExport,
    'audit_export.old_secret_ended': projectOldEnded,
  },
} satisfies Feature;
