import type { DestinationName } from '@countinghouse/kernel/audit-export/events';
import type { Tx } from '../../reader.ts';

type Client = Pick<Tx, 'query'>;

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
