// Reads of reconciliation, but for what the writer decides on (`named.ts`) and what a run matches (`open-items.ts`).

import type { MatchRule, ReconFormat } from '@countinghouse/kernel/recon/events';
import type { Tx } from '../../reader.ts';

export interface CountsRow {
  readonly matched: number;
  readonly unmatched: number;
  readonly exceptions: number;
  readonly days_0_7: number;
  readonly days_8_30: number;
  readonly days_31_90: number;
  readonly days_over_90: number;
  readonly updated_at: string | null;
}

const AGE = '$2::date - posted_on';

/** Rows by what became of them; the open ones also by their age on the day `today` (UTC). */
export async function countRows(tx: Tx, tenantId: string, today: string): Promise<CountsRow> {
  const found = await tx.query<CountsRow>(
    `select count(match_id) as matched, count(*) - count(match_id) as unmatched,
       (select count(*) from recon_exceptions where tenant_id = $1) as exceptions,
       count(*) filter (where match_id is null and ${AGE} <= 7) as days_0_7,
       count(*) filter (where match_id is null and ${AGE} between 8 and 30) as days_8_30,
       count(*) filter (where match_id is null and ${AGE} between 31 and 90) as days_31_90,
       count(*) filter (where match_id is null and ${AGE} > 90) as days_over_90,
       greatest(
         (select imported_at from recon_imports where tenant_id = $1 order by event_seq desc limit 1),
         (select matched_at from recon_matches where tenant_id = $1 order by matched_seq desc limit 1),
         (select max(unmatched_at) from recon_matches where tenant_id = $1)
       ) as updated_at
     from recon_rows where tenant_id = $1`,
    [tenantId, today],
  );
  const [row] = found.rows;
  if (row === undefined) throw new Error('a count has no row');
  return row;
}

export interface SourceRow {
  readonly name: string;
  readonly account_id: string;
  readonly account_code: string;
  readonly currency: string;
  readonly bank_account: string | null;
  readonly csv: string | null;
  readonly saved_at: string;
  readonly saved_by: string;
}

/** By name. */
export async function listSources(tx: Tx, tenantId: string): Promise<readonly SourceRow[]> {
  const found = await tx.query<SourceRow>(
    `select s.name, s.account_id, a.code as account_code, a.currency, s.bank_account, s.csv, s.saved_at, s.saved_by
     from recon_sources s join accounts a on a.tenant_id = s.tenant_id and a.id = s.account_id
     where s.tenant_id = $1 order by lower(s.name), s.name`,
    [tenantId],
  );
  return found.rows;
}

export interface ImportRow {
  readonly id: string;
  readonly format: ReconFormat;
  readonly file_sha256: string | null;
  readonly imported_at: string;
  readonly imported_by: string;
  readonly seq: number;
  readonly statements: readonly ImportStatementRow[];
}

export interface ImportStatementRow {
  readonly id: string;
  readonly source: string;
  readonly account_id: string;
  readonly account_code: string;
  readonly currency: string;
  readonly reference: string;
  readonly opening_balance: string | null;
  readonly closing_balance: string | null;
  readonly from_on: string | null;
  readonly to_on: string | null;
  readonly rows: number;
  readonly duplicates: number;
}

/** The last first. */
export async function listReconImports(tx: Tx, tenantId: string, limit: number): Promise<readonly ImportRow[]> {
  const found = await tx.query<ImportRow>(
    `select i.id, i.format, i.file_sha256, i.imported_at, i.imported_by, i.event_seq as seq,
       (select jsonb_agg(jsonb_build_object('id', s.id, 'source', s.source, 'account_id', s.account_id, 'account_code', a.code,
          'currency', a.currency, 'reference', s.reference, 'opening_balance', s.opening_balance::text,
          'closing_balance', s.closing_balance::text, 'from_on', s.from_on, 'to_on', s.to_on, 'rows', s.row_count,
          'duplicates', s.duplicates) order by s.place)
        from recon_statements s join accounts a on a.tenant_id = s.tenant_id and a.id = s.account_id
        where s.tenant_id = i.tenant_id and s.import_id = i.id) as statements
     from recon_imports i where i.tenant_id = $1 order by i.event_seq desc limit $2`,
    [tenantId, limit],
  );
  return found.rows;
}

export interface BankRowRow {
  readonly id: string;
  readonly source: string;
  readonly statement: string;
  readonly line: number;
  readonly account_id: string;
  readonly account_code: string;
  readonly currency: string;
  readonly posted_at: string;
  readonly posted_on: string;
  /** A decimal with eight places, positive is money in. */
  readonly amount: string;
  /** Stands for JSON of the bank’s words; null where there are none. */
  readonly words_token: string | null;
}

const rowColumns = `r.id, s.source, s.reference as statement, r.line, r.account_id, a.code as account_code, a.currency, r.posted_at, r.posted_on,
       r.amount, r.words_token`;
const rowJoins = `join recon_statements s on s.tenant_id = r.tenant_id and s.id = r.statement_id
     join accounts a on a.tenant_id = r.tenant_id and a.id = r.account_id`;

export interface ListedRowRow extends BankRowRow {
  readonly age_days: number;
  readonly match_id: string | null;
  readonly rule: MatchRule | null;
  readonly score: number | null;
  readonly reason: string | null;
  readonly matched_at: string | null;
  readonly matched_by: string | null;
  readonly matched_seq: number | null;
  readonly owner_id: string | null;
  readonly note_token: string | null;
  readonly set_at: string | null;
  readonly set_by: string | null;
}

export interface RowFilter {
  readonly id: string | null;
  readonly state: 'unmatched' | 'exception' | 'matched' | null;
  readonly accountId: string | null;
  /** In source, statement or account, in any case; or an amount as a decimal. */
  readonly text: string | null;
  readonly amount: string | null;
}

const states = {
  unmatched: 'r.match_id is null',
  exception: 'r.match_id is null and exists (select from recon_exceptions x where x.tenant_id = r.tenant_id and x.row_id = r.id)',
  matched: 'r.match_id is not null',
} as const;

/** The oldest first, with their age on the day `today` (UTC). */
export async function listRows(
  tx: Tx,
  tenantId: string,
  today: string,
  filter: RowFilter,
  page: { readonly offset: number; readonly limit: number },
): Promise<{ readonly rows: readonly ListedRowRow[]; readonly total: number }> {
  const where = `r.tenant_id = $1 and ($2::uuid is null or r.account_id = $2)
       and ($3::text is null or strpos(lower(s.source), lower($3)) > 0 or strpos(lower(s.reference), lower($3)) > 0
         or strpos(lower(a.code), lower($3)) > 0 or r.amount = $4::numeric or r.amount = -$4::numeric)
       and ($5::uuid is null or r.id = $5)
       ${filter.state === null ? '' : `and ${states[filter.state]}`}`;
  const values = [tenantId, filter.accountId, filter.text, filter.amount, filter.id];
  const found = await tx.query<ListedRowRow>(
    `select ${rowColumns}, greatest(coalesce((m.matched_at at time zone 'utc')::date, $8::date) - r.posted_on, 0) as age_days,
       m.id as match_id, m.rule, m.score, m.reason, m.matched_at, m.matched_by, m.matched_seq, e.owner_id, e.note_token, e.set_at, e.set_by
     from recon_rows r ${rowJoins}
     left join recon_matches m on m.tenant_id = r.tenant_id and m.id = r.match_id
     left join recon_exceptions e on e.tenant_id = r.tenant_id and e.row_id = r.id
     where ${where} order by r.posted_on, r.id limit $6 offset $7`,
    [...values, page.limit, page.offset, today],
  );
  const counted = await tx.query<{ total: number }>(
    `select count(*) as total from recon_rows r join recon_statements s on s.tenant_id = r.tenant_id and s.id = r.statement_id
     join accounts a on a.tenant_id = r.tenant_id and a.id = r.account_id where ${where}`,
    values,
  );
  return { rows: found.rows, total: counted.rows[0]?.total ?? 0 };
}

export interface SideRow {
  readonly seq: number;
  readonly line: number;
  readonly intent_id: string;
  readonly value_date: string;
  readonly narrative: string;
  readonly other_id: string;
  readonly other_code: string;
  /** What it does to the account, positive where it debits it. */
  readonly amount: string;
  readonly currency: string;
  readonly reversed: boolean;
}

/** The sides of postings that lie on account `$2`, as `side`. */
const sidesOfAccount = (where: string): string => `(
       select tenant_id, seq, line, value_date, narrative, credit_account_id as other_id, amount, currency from postings
       where tenant_id = $1 and debit_account_id = $2 and ${where}
       union all
       select tenant_id, seq, line, value_date, narrative, debit_account_id, -amount, currency from postings
       where tenant_id = $1 and credit_account_id = $2 and ${where}
     ) side`;
const sideColumns = `side.seq, side.line, e.intent_id, side.value_date, side.narrative, side.other_id, o.code as other_code, side.amount,
       side.currency, exists (select from reversals v where v.tenant_id = side.tenant_id and (v.seq = side.seq or v.intent_id = e.intent_id)) as reversed`;
const sideJoins = `join events e on e.tenant_id = side.tenant_id and e.seq = side.seq
     join accounts o on o.tenant_id = side.tenant_id and o.id = side.other_id`;
/** The match that the side is in: of account `$2`. */
const sideMatch = `left join recon_postings x on x.tenant_id = side.tenant_id and x.account_id = $2 and x.seq = side.seq and x.line = side.line`;

/** Sides of an account that are in no match, the newest first. */
export async function listOpenSides(
  tx: Tx,
  tenantId: string,
  accountId: string,
  days: { readonly from: string; readonly to: string },
  page: { readonly offset: number; readonly limit: number },
): Promise<readonly SideRow[]> {
  const found = await tx.query<SideRow>(
    `select ${sideColumns} from (
       select side.* from ${sidesOfAccount('value_date between $3 and $4')} ${sideMatch}
       where x.match_id is null order by side.value_date desc, side.seq desc, side.line limit $5 offset $6
     ) side ${sideJoins} order by side.value_date desc, side.seq desc, side.line`,
    [tenantId, accountId, days.from, days.to, page.limit, page.offset],
  );
  return found.rows;
}

export interface MatchRow {
  readonly id: string;
  readonly account_id: string;
  readonly account_code: string;
  readonly currency: string;
  readonly rule: MatchRule;
  readonly score: number | null;
  readonly reason: string;
  readonly matched_at: string;
  readonly matched_by: string;
  readonly seq: number;
}

/** Those that hold, the last first. */
export async function listMatches(
  tx: Tx,
  tenantId: string,
  filter: { readonly accountId: string | null; readonly rule: MatchRule | null },
  page: { readonly offset: number; readonly limit: number },
): Promise<readonly MatchRow[]> {
  const found = await tx.query<MatchRow>(
    `select m.id, m.account_id, a.code as account_code, a.currency, m.rule, m.score, m.reason, m.matched_at, m.matched_by, m.matched_seq as seq
     from recon_matches m join accounts a on a.tenant_id = m.tenant_id and a.id = m.account_id
     where m.tenant_id = $1 and m.unmatched_at is null and ($2::uuid is null or m.account_id = $2) and ($3::text is null or m.rule = $3)
     order by m.matched_seq desc, m.id limit $4 offset $5`,
    [tenantId, filter.accountId, filter.rule, page.limit, page.offset],
  );
  return found.rows;
}

/** What is in these matches. */
export async function listMatched(
  tx: Tx,
  tenantId: string,
  matchIds: readonly string[],
): Promise<{
  readonly rows: readonly (BankRowRow & { readonly match_id: string })[];
  readonly postings: readonly (SideRow & { readonly match_id: string })[];
}> {
  const rows = await tx.query<BankRowRow & { match_id: string }>(
    `select r.match_id, ${rowColumns} from recon_rows r ${rowJoins}
     where r.tenant_id = $1 and r.match_id = any($2::uuid[]) order by r.posted_on, r.id`,
    [tenantId, matchIds],
  );
  const postings = await tx.query<SideRow & { match_id: string }>(
    `select side.match_id, ${sideColumns} from (
       select p.tenant_id, p.seq, p.line, p.value_date, p.narrative, p.currency, x.match_id,
         case when p.debit_account_id = x.account_id then p.credit_account_id else p.debit_account_id end as other_id,
         case when p.debit_account_id = x.account_id then p.amount else -p.amount end as amount
       from recon_postings x join postings p on p.tenant_id = x.tenant_id and p.seq = x.seq and p.line = x.line
       where x.tenant_id = $1 and x.match_id = any($2::uuid[])
     ) side ${sideJoins} order by side.value_date, side.seq, side.line`,
    [tenantId, matchIds],
  );
  return { rows: rows.rows, postings: postings.rows };
}

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
       select from recon_matches m where m.tenant_id = r.tenant_id and m.id = r.match_id and m.last_on > $3::date))`;
const sideIsOpen = `(x.match_id is null or exists (
       select from recon_matches m where m.tenant_id = side.tenant_id and m.id = x.match_id and m.last_on > $3::date))`;
const coverage = `select min(day) as day from (
         select min(from_on) as day from recon_statements where tenant_id = $1 and account_id = $2
         union all select min(posted_on) from recon_rows where tenant_id = $1 and account_id = $2) d`;

/** The figures of an account on a day. */
export async function sumReconciliation(tx: Tx, tenantId: string, accountId: string, date: string): Promise<ReconciliationRow> {
  const found = await tx.query<ReconciliationRow>(
    `with since as (${coverage}),
     closing as (
       select closing_balance as balance, reference, source, to_on as on_day, to_on + 1 as from_day from recon_statements s
       join recon_imports i on i.tenant_id = s.tenant_id and i.id = s.import_id
       where s.tenant_id = $1 and s.account_id = $2 and closing_balance is not null and to_on <= $3::date
       order by to_on desc, i.event_seq desc, s.place desc limit 1
     ), opening as (
       select opening_balance as balance, reference, source, from_on as on_day, from_on as from_day from recon_statements s
       join recon_imports i on i.tenant_id = s.tenant_id and i.id = s.import_id
       where s.tenant_id = $1 and s.account_id = $2 and opening_balance is not null and from_on is not null
       order by from_on, i.event_seq, s.place limit 1
     ), base as (
       select * from closing union all select * from opening where not exists (select from closing) and on_day <= $3::date
     ), open_rows as (
       select count(*) as count, coalesce(sum(amount), 0) as sum from recon_rows r
       where r.tenant_id = $1 and r.account_id = $2 and r.posted_on <= $3::date and ${rowIsOpen}
     ), sides as (
       select side.value_date < coalesce((select day from since), 'infinity'::date) as is_before, side.amount, x.match_id is not null and not ${sideIsOpen} as is_matched
       from ${sidesOfAccount('value_date <= $3::date')} ${sideMatch}
     )
     select coalesce((select sum(amount) from sides), 0)::numeric(38, 8) as book,
       (select day from since) as since,
       coalesce((select sum(amount) from sides where is_before), 0)::numeric(38, 8) as book_before,
       coalesce((select sum(amount) from sides where is_before and is_matched), 0)::numeric(38, 8) as matched_before,
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
