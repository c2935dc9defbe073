// What the books hold on an account on a day, what the bank says, and what is open between them.

import type { Tx } from '../../reader.ts';
import { type BankRowRow, rowColumns, rowJoins, type SideRow, sideColumns, sideJoins, sideMatch, sidesOfAccount } from './items.ts';
import { thawOpenOn } from './left-sides.ts';

export interface ReconciliationRow {
  readonly book: string;
  readonly since: string | null;
  readonly book_before: string;
  readonly matched_before: string;
  readonly rows: string;
  readonly opening: string | null;
  readonly base_balance: string | null;
  readonly base_statement: string | null;
  readonly base_source: string | null;
  readonly base_on: string | null;
  /** Rows that the bank’s balance has beyond that of the statement it is taken from. */
  readonly since_base: string;
  readonly open_row_count: number;
  readonly open_row_sum: string;
  readonly open_posting_count: number;
  readonly open_posting_sum: string;
}

/** Not in a match that is whole by `$3`: of a row, and of the side of a posting. */
const rowIsOpen = `(r.match_id is null or exists (
       select from recon_matches m where m.tenant_id = $1 and m.id = r.match_id and m.last_on > $3::date))`;
const sideIsOpen = `(x.match_id is null or exists (
       select from recon_matches m where m.tenant_id = $1 and m.id = x.match_id and m.last_on > $3::date))`;
const coverage = `select min(day) as day from (
         select min(from_on) as day from recon_statements where tenant_id = $1 and account_id = $2
         union all select min(posted_on) from recon_rows where tenant_id = $1 and account_id = $2) d`;

/** Of several statements of a day, whichever came in last, the one is the last that none goes on from by its balance. */
const isGoneOnFrom = `exists (
         select 1 from recon_statements n where n.tenant_id = $1 and n.account_id = $2 and n.to_on = s.to_on and n.source = s.source
           and n.opening_balance = s.closing_balance and n.closing_balance <> n.opening_balance)`;
/** Likewise the first is the one that goes on from none. */
const goesOnFrom = `exists (
         select 1 from recon_statements n where n.tenant_id = $1 and n.account_id = $2 and n.from_on = s.from_on and n.source = s.source
           and n.closing_balance = s.opening_balance and n.closing_balance <> n.opening_balance)`;

/**
 * The figures of an account on a day. What left the database of the account is summed by day, and in a match that is whole by then; but for what is brought because it may not be. Throws TooFarPruned.
 */
export async function sumReconciliation(tx: Tx, tenantId: string, accountId: string, date: string): Promise<ReconciliationRow> {
  await thawOpenOn(tx, tenantId, accountId, date);
  const found = await tx.query<ReconciliationRow>(
    `with since as (${coverage}),
     closing as (
       select closing_balance as balance, reference, source, to_on as on_day, to_on + 1 as from_day from recon_statements s
       join recon_imports i on i.tenant_id = s.tenant_id and i.id = s.import_id
       where s.tenant_id = $1 and s.account_id = $2 and closing_balance is not null
         and to_on = (select max(to_on) from recon_statements where tenant_id = $1 and account_id = $2 and closing_balance is not null and to_on <= $3::date)
       order by ${isGoneOnFrom}, i.event_seq desc, s.place desc limit 1
     ), opening as (
       select opening_balance as balance, reference, source, from_on as on_day, from_on as from_day from recon_statements s
       join recon_imports i on i.tenant_id = s.tenant_id and i.id = s.import_id
       where s.tenant_id = $1 and s.account_id = $2 and opening_balance is not null and from_on is not null
         and from_on = (select min(from_on) from recon_statements where tenant_id = $1 and account_id = $2 and opening_balance is not null)
       order by ${goesOnFrom}, i.event_seq, s.place limit 1
     ), base as (
       select * from closing union all select * from opening where not exists (select from closing) and on_day <= $3::date
     ), open_rows as (
       select count(*) as count, coalesce(sum(amount), 0) as sum from recon_rows r
       where r.tenant_id = $1 and r.account_id = $2 and r.posted_on <= $3::date and ${rowIsOpen}
     ), posted as (
       select side.value_date < coalesce((select day from since), 'infinity'::date) as is_before, side.amount, x.match_id is not null and not ${sideIsOpen} as is_matched,
         exists (select from pruned_stretches where tenant_id = $1)
           and not exists (select from public.postings p where p.tenant_id = $1 and p.seq = side.seq and p.line = side.line) as is_brought
       from ${sidesOfAccount('value_date <= $3::date')} ${sideMatch}
     ), sides as (
       select is_before, amount, is_matched from posted
       union all
       select value_date < coalesce((select day from since), 'infinity'::date), debits - credits, null
       from pruned_days where tenant_id = $1 and account_id = $2 and value_date <= $3::date
       union all
       select is_before, -amount, null from posted where is_brought
     )
     select coalesce((select sum(amount) from sides), 0)::numeric(38, 8) as book,
       (select day from since) as since,
       coalesce((select sum(amount) from sides where is_before), 0)::numeric(38, 8) as book_before,
       coalesce((select sum(amount) from sides where is_before and coalesce(is_matched, true)), 0)::numeric(38, 8) as matched_before,
       coalesce((select sum(amount) from recon_rows where tenant_id = $1 and account_id = $2 and posted_on <= $3::date), 0)::numeric(38, 8) as rows,
       (select balance from opening where on_day = (select day from since)) as opening,
       b.balance as base_balance, b.reference as base_statement, b.source as base_source, b.on_day as base_on,
       coalesce((select sum(amount) from recon_rows
         where tenant_id = $1 and account_id = $2 and posted_on >= b.from_day and posted_on <= $3::date), 0)::numeric(38, 8) as since_base,
       o.count as open_row_count, o.sum::numeric(38, 8) as open_row_sum,
       (select count(*) from sides where not is_before and not is_matched) as open_posting_count,
       coalesce((select sum(amount) from sides where not is_before and not is_matched), 0)::numeric(38, 8) as open_posting_sum
     from open_rows o left join base b on true`,
    [tenantId, accountId, date],
  );
  const [row] = found.rows;
  if (row === undefined) throw new Error('a sum has no row');
  return row;
}

/** The open items behind the figures, the oldest first. */
export async function listReconciliationItems(
  tx: Tx,
  tenantId: string,
  accountId: string,
  date: string,
  limit: number,
): Promise<{ readonly rows: readonly BankRowRow[]; readonly postings: readonly SideRow[] }> {
  const rows = await tx.query<BankRowRow>(
    `select ${rowColumns} from recon_rows r ${rowJoins}
     where r.tenant_id = $1 and r.account_id = $2 and r.posted_on <= $3::date and ${rowIsOpen} order by r.posted_on, r.id limit $4`,
    [tenantId, accountId, date, limit],
  );
  const postings = await tx.query<SideRow>(
    `select ${sideColumns} from (
       select side.* from ${sidesOfAccount(`value_date <= $3::date and value_date >= (${coverage})`)} ${sideMatch}
       where ${sideIsOpen} order by side.value_date, side.seq, side.line limit $4
     ) side ${sideJoins} order by side.value_date, side.seq, side.line`,
    [tenantId, accountId, date, limit],
  );
  return { rows: rows.rows, postings: postings.rows };
}
