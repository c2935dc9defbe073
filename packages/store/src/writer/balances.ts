// What a lock of a period is decided on: balances at a value date, and where the log ended when they were read.

import { startOfChain } from '@countinghouse/kernel/chain/check-link';
import type { BalancesAt } from '@countinghouse/kernel/periods/trial-balance';
import type pg from 'pg';
import { listAccountsAt, listGlAt } from '../balances-at.ts';

/** Read at one point of the log. The pool's role must see every organisation. */
export async function readBalancesAt(
  pool: pg.Pool,
  tenantId: string,
  asOf: string,
): Promise<{ readonly balances: BalancesAt; readonly headHash: string }> {
  const client = await pool.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    const found = await client.query<{ seq: number; hash: string }>(
      'select seq, event_hash as hash from chain_heads where tenant_id = $1',
      [tenantId],
    );
    const head = found.rows[0] ?? startOfChain;
    const asked = { dates: [asOf], knownAtSeq: null, entityId: null };
    const accounts = await listAccountsAt(client, tenantId, asked);
    const gl = await listGlAt(client, tenantId, asked);
    await client.query('commit');
    client.release();
    return {
      headHash: head.hash,
      balances: {
        asOf,
        knownAtSeq: head.seq,
        accounts: accounts.map((a) => ({ id: a.id, balance: a.balances[0] ?? '' })),
        gl: gl.map((g) => ({ glAccountId: g.gl_account_id, currency: g.currency, balance: g.balances[0] ?? '' })),
      },
    };
  } catch (error) {
    await client.query('rollback').then(
      () => client.release(),
      () => client.release(true),
    );
    throw error;
  }
}
