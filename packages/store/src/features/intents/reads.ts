import type { Tx } from '../../reader.ts';

export interface PostingRow {
  readonly line: number;
  readonly debit_account_id: string;
  readonly debit_code: string;
  readonly credit_account_id: string;
  readonly credit_code: string;
  readonly amount: string;
  readonly currency: string;
  readonly value_date: string;
  readonly narrative: string;
}

export async function listPostings(tx: Tx, tenantId: string, seq: number): Promise<readonly PostingRow[]> {
  const found = await tx.query<PostingRow>(
    `select p.line, p.debit_account_id, d.code as debit_code, p.credit_account_id, c.code as credit_code, p.amount, p.currency, p.value_date, p.narrative
     from postings p
     join accounts d on d.tenant_id = p.tenant_id and d.id = p.debit_account_id
     join accounts c on c.tenant_id = p.tenant_id and c.id = p.credit_account_id
     where p.tenant_id = $1 and p.seq = $2
     order by p.line`,
    [tenantId, seq],
  );
  return found.rows;
}

export interface BalanceAfterRow {
  readonly seq: number;
  readonly account_id: string;
  readonly code: string;
  readonly currency: string;
  /** Debit-positive decimal with eight places. */
  readonly balance: string;
}

/** What accounts held after the events that posted to them, by seq and code. */
export async function listBalancesAfter(tx: Tx, tenantId: string, seqs: readonly number[]): Promise<readonly BalanceAfterRow[]> {
  const found = await tx.query<BalanceAfterRow>(
    `select seq, account_id, code, currency, balance from (
       select distinct on (p.seq, s.account_id) p.seq, s.account_id, a.code, a.currency, s.balance
       from postings p
       cross join lateral (values (p.debit_account_id, p.debit_balance_after), (p.credit_account_id, p.credit_balance_after)) s (account_id, balance)
       join accounts a on a.tenant_id = p.tenant_id and a.id = s.account_id
       where p.tenant_id = $1 and p.seq = any($2::bigint[])
       order by p.seq, s.account_id, p.line desc
     ) after
     order by seq, code`,
    [tenantId, seqs],
  );
  return found.rows;
}

/** The intent that took this one back, or null. */
export async function findReversalOf(tx: Tx, tenantId: string, intentId: string): Promise<string | null> {
  const found = await tx.query<{ reversed_by: string }>('select reversed_by from reversals where tenant_id = $1 and intent_id = $2', [
    tenantId,
    intentId,
  ]);
  return found.rows[0]?.reversed_by ?? null;
}
