// Events changed in the database by somebody who may write there. Citus takes no function in an UPDATE that could answer otherwise on each machine, so the
// new values are asked for first.

import type pg from 'pg';

/** Sets a column of the events that a condition names to what an expression over them says. */
export async function changeEvents(
  client: Pick<pg.ClientBase, 'query'>,
  tenantId: string,
  { column, to, where = 'true' }: { readonly column: string; readonly to: string; readonly where?: string },
): Promise<void> {
  const found = await client.query<{ seq: number; value: unknown }>(
    `select seq, ${to} as value from events where tenant_id = $1 and (${where}) order by seq`,
    [tenantId],
  );
  for (const { seq, value } of found.rows)
    await client.query(`update events set ${column} = $3 where tenant_id = $1 and seq = $2`, [tenantId, seq, value]);
}
