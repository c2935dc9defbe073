import type { ChainedEvent, EventType } from '@countinghouse/kernel/ledger/events';
import type { Feature } from '../../feature.ts';
import { type Statement, statement } from '../../sql/statement.ts';

type Event<T extends EventType> = Extract<ChainedEvent, { readonly type: T }>;

function projectCreated(tenantId: string, event: Event<'webhook_endpoint.created'>): Statement {
  const { id, name, origin, address_id, secret_id, event_types, payload_version, enabled } = event.payload;
  return statement(
    `insert into webhook_endpoints (tenant_id, id, name, origin, address_id, secret_id, secret_set_at, event_types, payload_version, enabled,
       created_at, created_by, added_seq)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $7, $11, $12)`,
    tenantId,
    id,
    name,
    origin,
    address_id,
    secret_id,
    event.eventTs,
    JSON.stringify(event_types),
    payload_version,
    enabled,
    event.actorId,
    event.seq,
  );
}

function projectChanged(tenantId: string, { payload }: Event<'webhook_endpoint.changed'>): Statement {
  const { id, name, origin, address_id, event_types, payload_version, enabled } = payload;
  return statement(
    `update webhook_endpoints set name = $3, origin = $4, address_id = $5, event_types = $6, payload_version = $7, enabled = $8
     where tenant_id = $1 and id = $2`,
    tenantId,
    id,
    name,
    origin,
    address_id,
    JSON.stringify(event_types),
    payload_version,
    enabled,
  );
}

const projectRotated = (tenantId: string, { eventTs, payload }: Event<'webhook_endpoint.secret_rotated'>): Statement =>
  // In a `set` every column is as it was before.
  statement(
    'update webhook_endpoints set old_secret_id = secret_id, secret_id = $3, secret_set_at = $4 where tenant_id = $1 and id = $2',
    tenantId,
    payload.id,
    payload.secret_id,
    eventTs,
  );

const projectOldEnded = (tenantId: string, { payload }: Event<'webhook_endpoint.old_secret_ended'>): Statement =>
  statement('update webhook_endpoints set old_secret_id = null where tenant_id = $1 and id = $2', tenantId, payload.id);

const projectDeleted = (tenantId: string, { payload }: Event<'webhook_endpoint.deleted'>): Statement =>
  statement('delete from webhook_endpoints where tenant_id = $1 and id = $2', tenantId, payload.id);

/** Tables, and what events do to them. */
export const webhooks = {
  tables: ['webhook_endpoints'],
  project: {
    'webhook_endpoint.created': projectCreated,
    'webhook_endpoint.changed': projectChanged,
    'webhook_endpoint.secret_rotated': projectRotated,
    'webhook_endpoint.old_secret_ended': projectOldEnded,
    'webhook_endpoint.deleted': projectDeleted,
  },
} satisfies Feature;
