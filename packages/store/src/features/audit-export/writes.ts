// What a run was told of, and what happened.

import type { DestinationName } from '@countinghouse/kernel/audit-export/events';
import type pg from 'pg';
import { uuidV7 } from '../../sql/uuid-v7.ts';
import type { ActivityRow } from './reads.ts';

/** Lines of activity that an organisation keeps. */
export const ACTIVITY_KEPT = 500;

/**
 * What a destination took since a run was last told of it, by whoever sent it, without its dead letters; and the last of it. Telling
 * it makes it told. null where nothing was ever sent there.
 */
export async function reportTaken(
  pool: pg.Pool,
  tenantId: string,
  destination: DestinationName,
): Promise<{ readonly exported: number; readonly last_seq: number } | null> {
  const found = await pool.query<{ exported: number; last_seq: number }>(
    `with before as (
       select c.reported_seq, c.acknowledged_seq from audit_cursors c
       join audit_destinations d on d.tenant_id = c.tenant_id and d.name = c.destination and d.added_seq = c.added_seq
       where c.tenant_id = $1 and c.destination = $2 for update of c
     ), told as (
       update audit_cursors set reported_seq = b.acknowledged_seq from before b where tenant_id = $1 and destination = $2
     )
     select b.acknowledged_seq as last_seq, b.acknowledged_seq - b.reported_seq - (
       select count(*) from audit_dead_letters
       where tenant_id = $1 and destination = $2 and seq > b.reported_seq and seq <= b.acknowledged_seq) as exported
     from before b`,
    [tenantId, destination],
  );
  return found.rows[0] ?? null;
}

type NewActivity = Partial<Omit<ActivityRow, 'id' | 'at' | 'kind'>> & Pick<ActivityRow, 'kind'>;

/** Notes what happened; of what is older than the last lines nothing is kept. */
export async function insertActivity(pool: pg.Pool, tenantId: string, activity: NewActivity): Promise<void> {
  const { kind, actor_id = null, destination = null, seq = null, events = null, detail = null } = activity;
  await pool.query(
    `with added as (
       insert into audit_activity (tenant_id, id, kind, actor_id, destination, seq, events, detail) values ($1, $2, $3, $4, $5, $6, $7, $8)
     )
     delete from audit_activity where tenant_id = $1 and id <= (
       select id from audit_activity where tenant_id = $1 order by id desc offset $9 limit 1)`,
    [tenantId, uuidV7(Date.now()), kind, actor_id, destination, seq, events, detail, ACTIVITY_KEPT],
  );
}
