// What earlier imports brought near the statements of a new one.

import type { Tx } from '../../reader.ts';

/** The days that the new statements of a feed tell about. */
export interface FeedDays {
  readonly source: string;
  readonly accountId: string;
  readonly fromOn: string;
  readonly toOn: string;
}

export interface NearStatementRow {
  readonly id: string;
  readonly source: string;
  readonly account_id: string;
  readonly opening_balance: string | null;
  readonly closing_balance: string | null;
  readonly from_on: string;
  readonly to_on: string;
}

/** Of rows that are there, by their ids: the statement that brought each. */
export async function listStatementsOfRows(tx: Tx, tenantId: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const found = await tx.query<{ id: string; statement_id: string }>(
    'select id, statement_id from recon_rows where tenant_id = $1 and id = any($2::uuid[])',
    [tenantId, ids],
  );
  return new Map(found.rows.map((r) => [r.id, r.statement_id]));
}

/** Statements of other imports within the days of each feed, and its neighbours before and behind them, in the order in which they came in. */
export async function listNearStatements(
  tx: Tx,
  tenantId: string,
  importId: string | null,
  feeds: readonly FeedDays[],
): Promise<readonly NearStatementRow[]> {
  const found = await tx.query<NearStatementRow>(
    `select s.id, s.source, s.account_id, s.opening_balance::text, s.closing_balance::text, s.from_on, s.to_on
     from unnest($2::uuid[], $3::text[], $4::date[], $5::date[]) f(account_id, source, from_on, to_on)
     cross join lateral (
       select
         (select max(b.to_on) from recon_statements b where b.tenant_id = $1 and b.account_id = f.account_id and b.source = f.source
            and b.to_on < f.from_on and b.from_on is not null and b.import_id is distinct from $6) as since,
         (select min(b.from_on) from recon_statements b where b.tenant_id = $1 and b.account_id = f.account_id and b.source = f.source
            and b.from_on > f.to_on and b.to_on is not null and b.import_id is distinct from $6) as until
     ) near
     join recon_statements s on s.tenant_id = $1 and s.account_id = f.account_id and s.source = f.source
       and s.import_id is distinct from $6 and s.to_on >= coalesce(near.since, f.from_on) and s.from_on <= coalesce(near.until, f.to_on)
     join recon_imports i on i.tenant_id = $1 and i.id = s.import_id
     order by i.event_seq, s.place`,
    [tenantId, feeds.map((f) => f.accountId), feeds.map((f) => f.source), feeds.map((f) => f.fromOn), feeds.map((f) => f.toOn), importId],
  );
  return found.rows;
}

export interface AlikeRow {
  readonly source: string;
  readonly account_id: string;
  readonly statement_id: string;
  readonly posted_on: string;
  readonly amount: string;
  readonly is_new: boolean;
  readonly count: number;
}

/**
 * Rows of an import and of earlier ones that share source, account, day and amount, counted by statement. `recognised`: rows that were there already
 * and came again in it; they are left out.
 */
export async function listAlikeRows(
  tx: Tx,
  tenantId: string,
  importId: string,
  accountIds: readonly string[],
  days: readonly string[],
  recognised: readonly string[],
): Promise<readonly AlikeRow[]> {
  const found = await tx.query<AlikeRow>(
    `with counted as (
       select s.source, r.account_id, r.statement_id, r.posted_on, r.amount, s.import_id = $2 as is_new, r.count
       from (
         select tenant_id, account_id, statement_id, posted_on, amount, count(*) as count from recon_rows
         where tenant_id = $1 and posted_on = any($4::date[]) and account_id = any($3::uuid[]) and id <> all($5::uuid[])
         group by tenant_id, account_id, statement_id, posted_on, amount
       ) r join recon_statements s on s.tenant_id = r.tenant_id and s.id = r.statement_id
     ), held as (
       select *, bool_or(is_new) over same as has_new, bool_or(not is_new) over same as has_old
       from counted window same as (partition by source, account_id, posted_on, amount)
     )
     select source, account_id, statement_id, posted_on, amount::text, is_new, count from held where has_new and has_old
     order by account_id, source, posted_on, amount, statement_id`,
    [tenantId, importId, accountIds, days, recognised],
  );
  return found.rows;
}
