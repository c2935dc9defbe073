// Stretches of the log that somebody asked to be sent to a target again. They go beside the log, each in its order.

import type pg from 'pg';
import type { Tx } from '../reader.ts';
import { inTransaction, takeTurn } from '../transaction.ts';

/** Of each target so many are kept that are done. */
const REPLAYS_KEPT = 20;

export interface ReplayRow {
  readonly id: string;
  readonly from_seq: number;
  readonly to_seq: number;
  /** Everything up to here was sent. */
  readonly done_seq: number;
  readonly asked_by: string;
  readonly asked_at: string;
  readonly finished_at: string | null;
}

const columns = 'id, from_seq, to_seq, done_seq, asked_by, asked_at, finished_at';

interface NewReplay {
  readonly id: string;
  readonly fromSeq: number;
  readonly toSeq: number;
  readonly askedBy: string;
  /** So many of a target may wait. */
  readonly most: number;
}

/** Null where as many wait as may. */
export async function insertReplay(pool: pg.Pool, tenantId: string, target: string, replay: NewReplay): Promise<ReplayRow | null> {
  const made = await inTransaction(pool, async (client) => {
    await takeTurn(client, 'replays', `${tenantId} ${target}`);
    return client.query<ReplayRow>(
      `insert into outbound_replays (tenant_id, destination, id, from_seq, to_seq, done_seq, asked_by)
       select $1, $2, $3, $4, $5, $6, $7
        where (select count(*) from outbound_replays r where r.tenant_id = $1 and r.destination = $2 and r.finished_at is null) < $8
       returning ${columns}`,
      [tenantId, target, replay.id, replay.fromSeq, replay.toSeq, replay.fromSeq - 1, replay.askedBy, replay.most],
    );
  });
  const beyond = await pool.query<{ id: string }>(
    `select id from outbound_replays where tenant_id = $1 and destination = $2 and finished_at is not null order by id desc offset $3 limit 1`,
    [tenantId, target, REPLAYS_KEPT],
  );
  await pool.query('delete from outbound_replays where tenant_id = $1 and destination = $2 and finished_at is not null and id <= $3', [
    tenantId,
    target,
    beyond.rows[0]?.id ?? null,
  ]);
  return made.rows[0] ?? null;
}

/** The one that was asked for first of those that are not done. */
export async function findReplayToDo(pool: pg.Pool, tenantId: string, target: string): Promise<ReplayRow | null> {
  const found = await pool.query<ReplayRow>(
    `select ${columns} from outbound_replays where tenant_id = $1 and destination = $2 and finished_at is null order by id limit 1`,
    [tenantId, target],
  );
  return found.rows[0] ?? null;
}

export async function updateReplay(pool: pg.Pool, tenantId: string, target: string, id: string, doneSeq: number): Promise<void> {
  await pool.query('update outbound_replays set done_seq = $4 where tenant_id = $1 and destination = $2 and id = $3', [
    tenantId,
    target,
    id,
    doneSeq,
  ]);
}

export async function finishReplay(pool: pg.Pool, tenantId: string, target: string, id: string): Promise<void> {
  await pool.query(
    'update outbound_replays set done_seq = to_seq, finished_at = now() where tenant_id = $1 and destination = $2 and id = $3',
    [tenantId, target, id],
  );
}

/** The latest first. */
export async function listReplays(tx: Tx, tenantId: string, target: string, limit: number): Promise<readonly ReplayRow[]> {
  const found = await tx.query<ReplayRow>(
    `select ${columns} from outbound_replays where tenant_id = $1 and destination = $2 order by id desc limit $3`,
    [tenantId, target, limit],
  );
  return found.rows;
}
