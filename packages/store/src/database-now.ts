import type pg from 'pg';

/**
 * The instant by the clock of the database, which all servers share; asked first, for statements that may not ask it within a condition: Citus takes no
 * `now()`, nor an instant with an interval added, in CASE, COALESCE or ON CONFLICT of what writes, or beside a column there (decision 0205).
 */
export async function findNow(client: Pick<pg.Pool, 'query'>): Promise<string> {
  const found = await client.query<{ now: string }>('select now() as now');
  return found.rows[0]?.now ?? '';
}
