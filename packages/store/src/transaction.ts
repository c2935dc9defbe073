// A transaction on a connection of its own: all of it or nothing.

import type pg from 'pg';
import { pipeline } from './pipeline.ts';

/**
 * Runs `work` between `begin` and a commit. What it throws undoes everything and is thrown on; a connection that cannot even roll
 * back is closed. `begin` may say more: an isolation level, and behind it settings of this transaction.
 */
export async function inTransaction<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
  begin: readonly [string, ...string[]] = ['begin'],
): Promise<T> {
  const client = await pool.connect();
  try {
    await (begin.length === 1 ? client.query(begin[0]) : pipeline(client, begin));
    const result = await work(client);
    await client.query('commit');
    client.release();
    return result;
  } catch (error) {
    await client.query('rollback').then(
      () => client.release(),
      () => client.release(true),
    );
    throw error;
  }
}

/** Until it ends, no other transaction has a turn of the same: what is counted after this is what is there when it commits. */
export async function takeTurn(client: pg.ClientBase, what: string, whose: string): Promise<void> {
  await client.query('select pg_advisory_xact_lock(hashtext($1), hashtext($2))', [what, whose]);
}
