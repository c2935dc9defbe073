// Which targets have something to be sent to them, and how much waits.

import type { Pool } from '../connection.ts';
import { overEach, type TargetKind, targets, waiting } from './targets.ts';

type Client = Pick<Pool, 'query'>;

/** A cursor of an earlier target of the same name does not count. */
const withCursors =
  'left join audit_cursors c on c.tenant_id = d.tenant_id and c.destination = d.destination and c.added_seq = d.added_seq';

/** A target that has something to be sent to it now. */
export interface DueRow {
  readonly tenant_id: string;
  readonly target: string;
}

/**
 * Of these organisations, or of all of them (null: the client must see every one). Whoever waits the longest comes first.
 */
export async function listDueTargets(
  client: Client,
  kind: TargetKind,
  tenantIds: readonly string[] | null,
  limit: number,
): Promise<readonly DueRow[]> {
  const due = overEach(
    targets[kind],
    (target) => `select d.tenant_id, d.destination, c.next_try_at
     from ${target} d join chain_heads h on h.tenant_id = d.tenant_id ${withCursors}
     where ${tenantIds === null ? '' : 'd.tenant_id = any($2::uuid[]) and '}(c.leased_until is null or c.leased_until < now())
       and (c.next_try_at is null or c.next_try_at <= now())
       and (h.seq > coalesce(c.acknowledged_seq, d.begins_after)
         or exists (select from audit_dead_letters l
           where l.tenant_id = d.tenant_id and l.destination = d.destination and l.resend_at is not null)
         or exists (select from outbound_replays r
           where r.tenant_id = d.tenant_id and r.destination = d.destination and r.finished_at is null))`,
  );
  const found = await client.query<DueRow>(
    `select tenant_id, destination as target from ${due} due order by next_try_at nulls first limit $1`,
    tenantIds === null ? [limit] : [limit, tenantIds],
  );
  return found.rows;
}

/** Events of all logs that targets of a kind have not taken yet, without those of the audit export. The client must see every organisation. */
export async function sumBacklog(client: Client, kind: TargetKind): Promise<number> {
  const logs = overEach(
    waiting[kind],
    (target) => `select h.seq - coalesce(c.acknowledged_seq, d.begins_after) as events
     from ${target} d join chain_heads h on h.tenant_id = d.tenant_id ${withCursors}`,
  );
  const found = await client.query<{ backlog: number }>(`select coalesce(sum(events), 0)::bigint as backlog from ${logs} logs`);
  return found.rows[0]?.backlog ?? 0;
}
