// Marks: the balances of all accounts as they were at some seqs of the log, written with the sums per day. The balances of any seq are
// those of the nearest mark and the postings between the two, instead of a look-up for each account.

import type pg from 'pg';
import type { Tx } from './reader.ts';
import { literal } from './sql/statement.ts';

/** So many events lie between two marks at least, and so many for each account: all marks together stay smaller than the postings. */
export const EVENTS_BETWEEN_MIN = 65_536;
export const EVENTS_AN_ACCOUNT = 4;

/** Whether a mark is due where the sums will have come to. */
export async function isMarkDue(client: pg.ClientBase, tenantId: string, throughSeq: number): Promise<boolean> {
  if (throughSeq < EVENTS_BETWEEN_MIN) return false;
  const found = await client.query<{ last: number | null }>('select max(seq) as last from account_marks where tenant_id = $1', [tenantId]);
  const since = throughSeq - (found.rows[0]?.last ?? 0);
  if (since < EVENTS_BETWEEN_MIN) return false;
  const counted = await client.query<{ accounts: number }>('select count(*) as accounts from accounts where tenant_id = $1', [tenantId]);
  return since >= EVENTS_AN_ACCOUNT * (counted.rows[0]?.accounts ?? 0);
}

/** Writes the mark of the seq that the sums per month have come to. */
export const markOfMonths = (tenantId: string, seq: number): string =>
  `insert into account_marks (tenant_id, seq, account_id, balance)
select ${literal(tenantId)}, ${literal(seq)}, account_id, sum(net) from account_months where tenant_id = ${literal(tenantId)}
group by account_id order by account_id`;

/** Writes the marks of these seqs, ascending, from the postings alone: each from the one before. What replay holds the others against. */
export const marksOfPostings = (tenantId: string, seqs: readonly number[]): readonly string[] =>
  seqs.map((seq, i) => {
    const tenant = literal(tenantId);
    const since = literal(seqs[i - 1] ?? 0);
    const between = `tenant_id = ${tenant} and seq > ${since} and seq <= ${literal(seq)}`;
    return `insert into account_marks (tenant_id, seq, account_id, balance)
select ${tenant}, ${literal(seq)}, account_id, sum(net) from (
  select account_id, balance as net from account_marks where tenant_id = ${tenant} and seq = ${since}
  union all
  select debit_account_id, amount from postings where ${between}
  union all
  select credit_account_id, -amount from postings where ${between}
) side group by account_id order by account_id`;
  });

/** A point of the log at which all balances are known. */
export interface KnownBalances {
  readonly seq: number;
  /** A table of account_id and balance; accounts that are not in it had nothing. The tenant is $1. */
  readonly table: string;
}

/** The nearest such point: the beginning, a mark, or the end. */
export async function findNearestBalances(tx: Tx, tenantId: string, seq: number): Promise<KnownBalances> {
  const found = await tx.query<{ below: number | null; above: number | null; head: number }>(
    `select (select max(seq) from account_marks where tenant_id = $1 and seq <= $2) as below,
       (select min(seq) from account_marks where tenant_id = $1 and seq > $2) as above,
       (select seq from chain_heads where tenant_id = $1) as head`,
    [tenantId, seq],
  );
  const { below = null, above = null, head = 0 } = found.rows[0] ?? {};
  const marks = [below, above].filter((at) => at !== null);
  const points: readonly KnownBalances[] = [
    { seq: 0, table: '(select id as account_id, 0 as balance from accounts where false)' },
    ...marks.map((at) => ({
      seq: at,
      table: `(select account_id, balance from account_marks where tenant_id = $1 and seq = ${literal(at)})`,
    })),
    { seq: head, table: '(select id as account_id, balance from accounts where tenant_id = $1)' },
  ];
  return points.reduce((best, point) => (Math.abs(point.seq - seq) < Math.abs(best.seq - seq) ? point : best));
}
