// Where the log of an organisation goes: to the destinations that it set itself, and to the broker that gets the logs of all.

import type { DestinationName } from '@countinghouse/kernel/audit-export/events';

export const BROKER = 'nats';
export type ExportTarget = DestinationName | typeof BROKER;

/** Of which organisations each kind of target gets the log, each since the event that added it. Archived ones send nothing any more. */
export const targets = {
  destinations: `(select d.tenant_id, d.name as destination, d.added_seq from audit_destinations d
    join tenants t on t.tenant_id = d.tenant_id and t.archived_at is null)`,
  broker: `(select t.tenant_id, '${BROKER}' as destination, 0::bigint as added_seq from tenants t where t.archived_at is null)`,
} as const;
export type TargetKind = keyof typeof targets;
