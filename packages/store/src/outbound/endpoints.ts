// Where an organisation has its log sent as signed messages: endpoints that programs listen at, and the two of the audit export. They differ in who
// says that there is one (`webhooks`, `audit-export`) and in where it begins; in everything else they are one thing.

import type { Pool } from '../connection.ts';
import type { Tx } from '../reader.ts';
import { type Statement, statement } from '../sql/statement.ts';

/** That programs listen at, enabled or not: to select from, as the following are. */
export const programEndpoints = `(select tenant_id, id::text as id, 'events' as purpose, name, origin, address_id, secret_id, old_secret_id, secret_set_at,
    event_types, payload_version, enabled, added_seq, added_seq as begins_after
  from webhook_endpoints)`;
/** It is sent the whole log, from event 1 on. */
export const auditEndpoints = `(select tenant_id, name as id, 'audit_export' as purpose, 'Audit export, ' || name as name, origin, address_id, secret_id, old_secret_id,
    secret_set_at, '[]'::jsonb as event_types, 1 as payload_version, true as enabled, added_seq, 0::bigint as begins_after
  from audit_destinations)`;
const endpoints = `(${programEndpoints} union all ${auditEndpoints})`;

/** An endpoint, and how far it has the log. */
export interface EndpointRow {
  /** Of the audit export: `primary` or `secondary`. */
  readonly id: string;
  readonly purpose: 'events' | 'audit_export';
  readonly name: string;
  readonly origin: string;
  readonly address_id: string;
  readonly secret_id: string;
  readonly old_secret_id: string | null;
  readonly secret_set_at: string;
  readonly event_types: readonly string[];
  readonly payload_version: 1;
  readonly enabled: boolean;
  readonly created_at: string;
  readonly created_by: string;
  readonly head_seq: number;
  readonly acknowledged_seq: number;
  readonly attempts: number;
  /** `infinity` where it is stopped. */
  readonly next_try_at: string | null;
  readonly failing_since: string | null;
  readonly last_error: string | null;
  readonly last_taken_at: string | null;
  readonly dead_letters: number;
}

/** A cursor of an earlier endpoint of the same id does not count. */
const withCursor = 'audit_cursors c on c.tenant_id = w.tenant_id and c.destination = w.id and c.added_seq = w.added_seq';

const select = `select w.id, w.purpose, w.name, w.origin, w.address_id, w.secret_id, w.old_secret_id, w.secret_set_at, w.event_types,
    w.payload_version, w.enabled, e.event_ts as created_at, e.actor_id as created_by, h.seq as head_seq,
    coalesce(c.acknowledged_seq, w.begins_after) as acknowledged_seq, coalesce(c.attempts, 0) as attempts, c.next_try_at, c.failing_since,
    c.last_error, c.last_taken_at,
    (select count(*) from audit_dead_letters l where l.tenant_id = $1 and l.destination = c.destination) as dead_letters
  from ${endpoints} w join chain_heads h on h.tenant_id = w.tenant_id
  join events e on e.tenant_id = w.tenant_id and e.seq = w.added_seq
  left join ${withCursor}
  where w.tenant_id = $1`;

/** By name. */
export async function listEndpoints(tx: Tx, tenantId: string): Promise<readonly EndpointRow[]> {
  return (await tx.query<EndpointRow>(`${select} order by lower(w.name)`, [tenantId])).rows;
}

export async function findEndpoint(tx: Tx, tenantId: string, id: string): Promise<EndpointRow | null> {
  return (await tx.query<EndpointRow>(`${select} and w.id = $2`, [tenantId, id])).rows[0] ?? null;
}

export interface EndpointLetterRow {
  readonly seq: number;
  readonly event_type: string;
  readonly attempts: number;
  readonly last_error: string;
  readonly failed_at: string;
}

/** The oldest first. */
export async function listEndpointLetters(tx: Tx, tenantId: string, id: string, limit: number): Promise<readonly EndpointLetterRow[]> {
  const found = await tx.query<EndpointLetterRow>(
    `select l.seq, e.event_type, l.attempts, l.last_error, l.failed_at
     from audit_dead_letters l join events e on e.tenant_id = l.tenant_id and e.seq = l.seq
     where l.tenant_id = $1 and l.destination = $2 order by l.seq limit $3`,
    [tenantId, id, limit],
  );
  return found.rows;
}

/** What a mail about an endpoint that is stopped is to say; null where it goes on, or is gone. */
export async function findStoppedToMail(
  pool: Pool,
  tenantId: string,
  id: string,
): Promise<{ readonly name: string; readonly last_error: string } | null> {
  const found = await pool.query<{ name: string; last_error: string }>(
    `select w.name, c.last_error from ${endpoints} w join ${withCursor}
     where w.tenant_id = $1 and w.id = $2 and c.next_try_at = 'infinity'`,
    [tenantId, id],
  );
  return found.rows[0] ?? null;
}

/** What is known of the sending to an endpoint, beside the log; goes into the same transaction as the event that takes it away. */
export const deleteSent = (tenantId: string, id: string): readonly Statement[] =>
  ['audit_cursors', 'audit_dead_letters', 'outbound_deliveries', 'outbound_replays'].map((table) =>
    statement(`delete from ${table} where tenant_id = $1 and destination = $2`, tenantId, id),
  );
