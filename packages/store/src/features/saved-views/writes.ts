import type pg from 'pg';
import { inTransaction, takeTurn } from '../../transaction.ts';
import type { SavedViewRow } from './reads.ts';

interface NewView extends SavedViewRow {
  readonly tenantId: string;
  readonly userId: string;
  /** So many of one list are kept; one of a name that is there takes its place and counts for none. */
  readonly most: number;
}

/** Answers the id that it has: of one whose name was there, the one it had. Null where there are as many as may be. */
export const saveView = (pool: pg.Pool, { tenantId, userId, id, list, name, search, most }: NewView): Promise<string | null> =>
  inTransaction(pool, async (client) => {
    await takeTurn(client, 'saved views', `${tenantId} ${userId}`);
    const saved = await client.query<{ id: string }>(
      `insert into saved_views as v (tenant_id, user_id, id, list, name, search)
       select $1, $2, $3, $4, $5, $6
        where (select count(*) from saved_views o where o.tenant_id = $1 and o.user_id = $2 and o.list = $4 and o.name <> $5) < $7
       on conflict (tenant_id, user_id, list, name) do update set search = excluded.search
       returning v.id`,
      [tenantId, userId, id, list, name, JSON.stringify(search), most],
    );
    return saved.rows[0]?.id ?? null;
  });

/** Whether there was one. */
export const removeView = (pool: pg.Pool, tenantId: string, userId: string, id: string): Promise<boolean> =>
  inTransaction(pool, async (client) => {
    const removed = await client.query('delete from saved_views where tenant_id = $1 and user_id = $2 and id = $3', [tenantId, userId, id]);
    return removed.rowCount === 1;
  });
