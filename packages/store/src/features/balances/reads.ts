import type { Tx } from '../../reader.ts';

export interface BalanceRow {
  readonly id: string;
  readonly code: string;
  readonly currency: string;
  /** Debit-positive decimal with eight places. */
  readonly balance: string;
}

export async function listBalances(tx: Tx, tenantId: string, entityId: string | null): Promise<readonly BalanceRow[]> {
  const found = await tx.query<BalanceRow>(
    'select id, code, currency, balance from accounts where tenant_id = $1 and ($2::uuid is null or entity_id = $2) order by code',
    [tenantId, entityId],
  );
  return found.rows;
}

/**
 * Balances as the log left them at `seq`: of each account that existed then, the balance after its last posting up to there.
 * Two index look-ups an account; the length of the log does not matter.
 */
export async function listBalancesAsOf(tx: Tx, tenantId: string, seq: number, entityId: string | null): Promise<readonly BalanceRow[]> {
  // The table of accounts is small and what is looked up for each is not: its size must not keep a second core from helping.
  await tx.query('set local min_parallel_table_scan_size = 0');
  const found = await tx.query<BalanceRow>(
    `select a.id, a.code, a.currency, coalesce(last.balance, 0)::numeric(38, 8) as balance
     from accounts a
     left join lateral (
       select side.balance
       from (
         (select p.seq, p.line, p.debit_balance_after as balance from postings p
          where p.tenant_id = a.tenant_id and p.debit_account_id = a.id and p.seq <= $2 order by p.seq desc, p.line desc limit 1)
         union all
         (select p.seq, p.line, p.credit_balance_after from postings p
          where p.tenant_id = a.tenant_id and p.credit_account_id = a.id and p.seq <= $2 order by p.seq desc, p.line desc limit 1)
       ) side
       order by side.seq desc, side.line desc
       limit 1
     ) last on true
     where a.tenant_id = $1 and a.created_seq <= $2 and ($3::uuid is null or a.entity_id = $3)
     order by a.code`,
    [tenantId, seq, entityId],
  );
  return found.rows;
}
