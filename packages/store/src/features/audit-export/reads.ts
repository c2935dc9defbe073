import type { DestinationName } from '@countinghouse/kernel/audit-export/events';
import type { Tx } from '../../reader.ts';

type Client = Pick<Tx, 'query'>;

export interface DestinationRow {
  readonly name: DestinationName;
  readonly origin: string;
  readonly address_id: string;
  readonly secret_id: string;
  readonly old_secret_id: string | null;
  readonly secret_set_at: string;
  readonly added_seq: number;
  readonly changed_seq: number;
}

/** The primary one first. */
export async function listDestinations(tx: Client, tenantId: string): Promise<readonly DestinationRow[]> {
  const found = await tx.query<DestinationRow>(
    `select name, origin, address_id, secret_id, old_secret_id, secret_set_at, added_seq, changed_seq
     from audit_destinations where tenant_id = $1 order by name`,
    [tenantId],
  );
  return found.rows;
}

/** How far a destination has the log. */
export interface ProgressRow {
  readonly name: DestinationName;
  readonly origin: string;
  readonly head_seq: number;
  readonly acknowledged_seq: number;
  readonly attempts: number;
  /** `infinity` where the receiver said that it is gone. */
  readonly next_try_at: string | null;
  readonly failing_since: string | null;
  readonly last_error: string | null;
  readonly last_taken_at: string | null;
  readonly secret_set_at: string;
  readonly old_secret_id: string | null;
  readonly dead_letters: number;
}

/** Of each destination there is, the primary one first. A cursor of an earlier destination of the same name does not count. */
export async function listProgress(tx: Client, tenantId: string): Promise<readonly ProgressRow[]> {
  const found = await tx.query<ProgressRow>(
    `select d.name, d.origin, h.seq as head_seq, coalesce(c.acknowledged_seq, 0) as acknowledged_seq, coalesce(c.attempts, 0) as attempts,
       c.next_try_at, c.failing_since, c.last_error, c.last_taken_at, d.secret_set_at, d.old_secret_id,
       (select count(*) from audit_dead_letters l
        where l.tenant_id = d.tenant_id and l.destination = c.destination) as dead_letters
     from audit_destinations d join chain_heads h on h.tenant_id = d.tenant_id
     left join audit_cursors c on c.tenant_id = d.tenant_id and c.destination = d.name and c.added_seq = d.added_seq
     where d.tenant_id = $1 order by d.name`,
    [tenantId],
  );
  return found.rows;
}

export interface DeadLetterRow {
  readonly destination: DestinationName;
  readonly seq: number;
  readonly event_type: string;
  readonly attempts: number;
  readonly last_error: string;
  readonly failed_at: string;
  /** It is on its way again. */
  readonly resend_at: string | null;
}

/** The oldest first. */
export async function listDeadLetters(tx: Client, tenantId: string, limit: number): Promise<readonly DeadLetterRow[]> {
  const found = await tx.query<DeadLetterRow>(
    `select l.destination, l.seq, e.event_type, l.attempts, l.last_error, l.failed_at, l.resend_at
     from audit_dead_letters l
     join audit_destinations d on d.tenant_id = l.tenant_id and d.name = l.destination
     join events e on e.tenant_id = l.tenant_id and e.seq = l.seq
     where l.tenant_id = $1 order by l.seq, l.destination limit $2`,
    [tenantId, limit],
  );
  return found.rows;
}

export type ActivityKind =
  | 'configured'
  | 'run'
  | 'archive_prepared'
  | 'failing'
  | 'stopped'
  | 'recovered'
  | 'dead_letter'
  | 'resend'
  | 'resent';

export interface ActivityRow {
  readonly id: string;
  readonly at: string;
  readonly kind: ActivityKind;
  readonly actor_id: string | null;
  readonly destination: DestinationName | null;
  readonly seq: number | null;
  readonly events: number | null;
  readonly detail: string | null;
}

/** Newest first: ids rise with time. */
export async function listActivity(tx: Client, tenantId: string, limit: number): Promise<readonly ActivityRow[]> {
  const found = await tx.query<ActivityRow>(
    'select id, at, kind, actor_id, destination, seq, events, detail from audit_activity where tenant_id = $1 order by id desc limit $2',
    [tenantId, limit],
  );
  return found.rows;
}
