// Lists of reconciliation: rows, matches, imports, sources.

import type { MatchRule, ReconFormat } from '@countinghouse/kernel/recon/events';
import { thawSeqs } from '../../pruned/thaw.ts';
import type { Tx } from '../../reader.ts';
import { type BankRowRow, rowColumns, rowJoins, type SideRow, sideColumns, sideJoins } from './items.ts';

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

export interface FedRow {
  readonly id: string;
  readonly code: string;
  readonly currency: string;
  readonly unmatched: number;
}

/** The accounts that sources or statements tell about, by code, with how many rows are open. */
export async function listFed(tx: Tx, tenantId: string): Promise<readonly FedRow[]> {
  const found = await tx.query<FedRow>(
    `with fed as (
       select account_id from recon_sources where tenant_id = $1
       union
       select account_id from recon_statements where tenant_id = $1
     ), open as (
       select account_id, count(*) as unmatched from recon_rows where tenant_id = $1 and match_id is null group by account_id
     )
     select a.id, a.code, a.currency, coalesce(o.unmatched, 0) as unmatched
     from fed f join accounts a on a.tenant_id = $1 and a.id = f.account_id
     left join open o on o.account_id = f.account_id order by a.code`,
    [tenantId],
  );
  return found.rows;
}

export interface SourceRow {
  readonly name: string;
  readonly account_id: string;
  readonly account_code: string;
  readonly currency: string;
  readonly bank_account: string | null;
  /** In its place, where its words are beside the log. */
  readonly bank_account_token: string | null;
  readonly csv: string | null;
  readonly saved_at: string;
  readonly saved_by: string;
}

/** By name. */
export async function listSources(tx: Tx, tenantId: string): Promise<readonly SourceRow[]> {
  const found = await tx.query<SourceRow>(
    `select s.name, s.account_id, a.code as account_code, a.currency, s.bank_account, s.bank_account_token, s.csv, s.saved_at, s.saved_by
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
  filter: { readonly id: string | null; readonly accountId: string | null; readonly rule: MatchRule | null },
  page: { readonly offset: number; readonly limit: number },
): Promise<readonly MatchRow[]> {
  const found = await tx.query<MatchRow>(
    `select m.id, m.account_id, a.code as account_code, a.currency, m.rule, m.score, m.reason, m.matched_at, m.matched_by, m.matched_seq as seq
     from recon_matches m join accounts a on a.tenant_id = m.tenant_id and a.id = m.account_id
     where m.tenant_id = $1 and m.unmatched_at is null and ($2::uuid is null or m.account_id = $2) and ($3::text is null or m.rule = $3)
       and ($6::uuid is null or m.id = $6)
     order by m.matched_seq desc, m.id limit $4 offset $5`,
    [tenantId, filter.accountId, filter.rule, page.limit, page.offset, filter.id],
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
  const matched = await tx.query<{ seq: number }>('select seq from recon_postings where tenant_id = $1 and match_id = any($2::uuid[])', [
    tenantId,
    matchIds,
  ]);
  const ask = () =>
    tx.query<SideRow & { match_id: string }>(
      `select side.match_id, ${sideColumns} from (
       select p.tenant_id, p.seq, p.line, p.value_date, p.narrative, p.currency, x.match_id,
         case when p.debit_account_id = x.account_id then p.credit_account_id else p.debit_account_id end as other_id,
         case when p.debit_account_id = x.account_id then p.amount else -p.amount end as amount
       from recon_postings x join postings p on p.tenant_id = x.tenant_id and p.seq = x.seq and p.line = x.line
       where x.tenant_id = $1 and x.match_id = any($2::uuid[])
     ) side ${sideJoins} order by side.value_date, side.seq, side.line`,
      [tenantId, matchIds],
    );
  let postings = await ask();
  const seqs = matched.rows.map((row) => row.seq);
  if (postings.rows.length < seqs.length && (await thawSeqs(tx, tenantId, seqs))) postings = await ask();
  return { rows: rows.rows, postings: postings.rows };
}
