// Rows of banks and sides of postings, as they are told.

import type { Tx } from '../../reader.ts';
import { thawUnmatched } from './left-sides.ts';

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

export const rowColumns = `r.id, s.source, s.reference as statement, r.line, r.account_id, a.code as account_code, a.currency, r.posted_at, r.posted_on,
       r.amount, r.words_token`;
export const rowJoins = `join recon_statements s on s.tenant_id = r.tenant_id and s.id = r.statement_id
     join accounts a on a.tenant_id = r.tenant_id and a.id = r.account_id`;

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
export const sidesOfAccount = (where: string): string => `(
       select tenant_id, seq, line, value_date, narrative, credit_account_id as other_id, amount, currency from postings
       where tenant_id = $1 and debit_account_id = $2 and ${where}
       union all
       select tenant_id, seq, line, value_date, narrative, debit_account_id, -amount, currency from postings
       where tenant_id = $1 and credit_account_id = $2 and ${where}
     ) side`;
export const sideColumns = `side.seq, side.line, e.intent_id, side.value_date, side.narrative, side.other_id, o.code as other_code, side.amount,
       side.currency, exists (select from reversals v where v.tenant_id = $1 and (v.seq = side.seq or v.intent_id = e.intent_id)) as reversed`;
export const sideJoins = `join events e on e.tenant_id = $1 and e.seq = side.seq
     join accounts o on o.tenant_id = $1 and o.id = side.other_id`;
/** The match that the side is in: of account `$2`. */
export const sideMatch = `left join recon_postings x on x.tenant_id = $1 and x.account_id = $2 and x.seq = side.seq and x.line = side.line`;

/** Sides of an account that are in no match, the newest first. Throws TooFarPruned. */
export async function listOpenSides(
  tx: Tx,
  tenantId: string,
  accountId: string,
  days: { readonly from: string; readonly to: string },
  page: { readonly offset: number; readonly limit: number },
): Promise<readonly SideRow[]> {
  await thawUnmatched(tx, tenantId, accountId, days);
  const found = await tx.query<SideRow>(
    `select ${sideColumns} from (
       select side.* from ${sidesOfAccount('value_date between $3 and $4')} ${sideMatch}
       where x.match_id is null order by side.value_date desc, side.seq desc, side.line limit $5 offset $6
     ) side ${sideJoins} order by side.value_date desc, side.seq desc, side.line`,
    [tenantId, accountId, days.from, days.to, page.limit, page.offset],
  );
  return found.rows;
}

/** Rows by id, those that are in no match. */
export async function listOpenRowsOf(tx: Tx, tenantId: string, ids: readonly string[]): Promise<readonly BankRowRow[]> {
  const found = await tx.query<BankRowRow>(
    `select ${rowColumns} from recon_rows r ${rowJoins} where r.tenant_id = $1 and r.id = any($2::uuid[]) and r.match_id is null`,
    [tenantId, ids],
  );
  return found.rows;
}

/** Sides of an account by event and line, those that are in no match. */
export async function listOpenSidesOf(
  tx: Tx,
  tenantId: string,
  accountId: string,
  named: readonly { readonly seq: number; readonly line: number }[],
): Promise<readonly SideRow[]> {
  const found = await tx.query<SideRow>(
    `select ${sideColumns} from (
       select side.* from ${sidesOfAccount('(seq, line) in (select n.seq, n.line from unnest($3::bigint[], $4::smallint[]) n(seq, line))')} ${sideMatch}
       where x.match_id is null
     ) side ${sideJoins}`,
    [tenantId, accountId, named.map((n) => n.seq), named.map((n) => n.line)],
  );
  return found.rows;
}
