// What is open on an account, a month of rows at a time: what a run matches.

import { parseBalanceE8 } from '@countinghouse/kernel/money/amount';
import type { OpenPosting, OpenRow } from '@countinghouse/kernel/recon/open-items';
import { WINDOW_DAYS } from '@countinghouse/kernel/recon/window';
import { addDays, addMonths } from '@countinghouse/kernel/time/instant';
import type { Tx } from '../../reader.ts';

/** The rows of an account that are open in a month. */
export interface OpenMonth {
  readonly accountId: string;
  /** Its first day. */
  readonly month: string;
  readonly rows: number;
}

/** The next month with open rows, by account and then by time; null where there is none. */
export async function findOpenMonth(
  tx: Tx,
  tenantId: string,
  after: { readonly accountId: string; readonly month: string } | null,
): Promise<OpenMonth | null> {
  const found = await tx.query<{ account_id: string; month: string; rows: number }>(
    `select account_id, date_trunc('month', posted_on)::date as month, count(*) as rows
     from recon_rows
     where tenant_id = $1 and match_id is null
       and ($2::uuid is null or (account_id, date_trunc('month', posted_on)::date) > ($2::uuid, $3::date))
     group by 1, 2 order by 1, 2 limit 1`,
    [tenantId, after?.accountId ?? null, after?.month ?? null],
  );
  const [row] = found.rows;
  return row === undefined ? null : { accountId: row.account_id, month: row.month, rows: row.rows };
}

/** Days after a month whose rows may be surer owners of what its rows could take: a row reaches a day, and so does the row that it competes with. */
const DAYS_AFTER = 2 * WINDOW_DAYS;

/** The open rows of a month, and of the days after it that compete with them. */
export function listOpenRows(tx: Tx, tenantId: string, { accountId, month }: OpenMonth): Promise<readonly OpenRow[]> {
  return openRows(tx, 'posted_on >= $3::date and posted_on < $4::date', '', [
    tenantId,
    accountId,
    month,
    addDays(addMonths(month, 1), DAYS_AFTER),
  ]);
}

/** The latest open rows of an account, at most `limit`. */
export const listLatestOpenRows = (tx: Tx, tenantId: string, accountId: string, limit: number): Promise<readonly OpenRow[]> =>
  openRows(tx, 'true', 'order by posted_on desc, id limit $3', [tenantId, accountId, limit]);

async function openRows(tx: Tx, where: string, order: string, values: readonly unknown[]): Promise<readonly OpenRow[]> {
  const found = await tx.query<{ id: string; day: number; at: string; amount: string }>(
    `select id, posted_on - date '1970-01-01' as day, posted_at as at, amount from recon_rows
     where tenant_id = $1 and account_id = $2 and match_id is null and ${where} ${order}`,
    [...values],
  );
  return found.rows.map(({ id, day, at, amount }) => ({ id, day, at, amountE8: parseBalanceE8(amount) }));
}

/** The sides of postings that lie on the account, are in no match, and may belong to the rows of a month. */
export const listOpenPostings = (tx: Tx, tenantId: string, { accountId, month }: OpenMonth): Promise<readonly OpenPosting[]> =>
  listOpenPostingsIn(tx, tenantId, accountId, {
    from: addDays(month, -WINDOW_DAYS),
    before: addDays(addMonths(month, 1), DAYS_AFTER + WINDOW_DAYS),
  });

/** The sides of postings that lie on the account and are in no match, by value date; the latest `limit`. */
export async function listOpenPostingsIn(
  tx: Tx,
  tenantId: string,
  accountId: string,
  { from, before }: { readonly from: string; readonly before: string },
  limit: number | null = null,
): Promise<readonly OpenPosting[]> {
  const found = await tx.query<{ seq: number; line: number; day: number; amount: string; reversed: boolean }>(
    `with sides as (
       select seq, line, value_date, amount from postings
       where tenant_id = $1 and debit_account_id = $2 and value_date >= $3::date and value_date < $4::date
       union all
       select seq, line, value_date, -amount from postings
       where tenant_id = $1 and credit_account_id = $2 and value_date >= $3::date and value_date < $4::date
     ), taken_back as (
       select seq from reversals where tenant_id = $1
       union all
       select e.seq from reversals r join events e on e.tenant_id = r.tenant_id and e.intent_id = r.intent_id where r.tenant_id = $1
     )
     select s.seq, s.line, s.value_date - date '1970-01-01' as day, s.amount, s.seq in (select seq from taken_back) as reversed
     from sides s
     left join lateral (
       select true as matched from recon_postings m where m.tenant_id = $1 and m.account_id = $2 and m.seq = s.seq and m.line = s.line limit 1
     ) m on true
     where m.matched is null ${limit === null ? '' : 'order by s.value_date desc, s.seq desc limit $5'}`,
    [tenantId, accountId, from, before, ...(limit === null ? [] : [limit])],
  );
  return found.rows.map(({ seq, line, day, amount, reversed }) => ({ seq, line, day, reversed, amountE8: parseBalanceE8(amount) }));
}
