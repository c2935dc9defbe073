import type pg from 'pg';
import { inTransaction } from '../../transaction.ts';

/** So many are kept of a person beyond their mark; the oldest are the first to go, and the mark moves up to them. */
const READS_MAX = 1_000;

/** Marks events as read, one by one. Twice changes nothing. */
export async function markRead(pool: pg.Pool, tenantId: string, userId: string, seqs: readonly number[]): Promise<void> {
  await inTransaction(pool, async (client) => {
    await client.query(
      // In one order, whatever was sent: two tabs that mark the same ones never wait for each other in turn.
      `insert into notification_reads (tenant_id, user_id, seq) select $1, $2, s.seq from unnest($3::bigint[]) as s(seq)
       order by s.seq on conflict do nothing`,
      [tenantId, userId, seqs],
    );
    const beyond = await client.query<{ seq: number }>(
      'select seq from notification_reads where tenant_id = $1 and user_id = $2 order by seq desc offset $3 limit 1',
      [tenantId, userId, READS_MAX],
    );
    const [oldest] = beyond.rows;
    if (oldest !== undefined) await moveMark(client, tenantId, userId, oldest.seq);
  });
}

/** Marks everything up to an event as read. A mark never goes back. */
export const markReadThrough = (pool: pg.Pool, tenantId: string, userId: string, throughSeq: number): Promise<void> =>
  inTransaction(pool, (client) => moveMark(client, tenantId, userId, throughSeq));

async function moveMark(client: Pick<pg.ClientBase, 'query'>, tenantId: string, userId: string, throughSeq: number): Promise<void> {
  await client.query(
    `insert into notification_marks as m (tenant_id, user_id, through_seq) values ($1, $2, $3)
     on conflict (tenant_id, user_id) do update set through_seq = greatest(m.through_seq, excluded.through_seq)`,
    [tenantId, userId, throughSeq],
  );
  await client.query('delete from notification_reads where tenant_id = $1 and user_id = $2 and seq <= $3', [tenantId, userId, throughSeq]);
}
