import { formatAmountE8 } from '@countinghouse/kernel/money/amount';
import { askOfPage, type CodePage, everyAccount } from '../../code-page.ts';
import { findNearestBalances, type KnownBalances } from '../../marks.ts';
import { findPrunedTo } from '../../pruned/read-rows.ts';
import { sumOfBlocks } from '../../pruned/thaw.ts';
import type { Tx } from '../../reader.ts';
import { readColumns } from '../../sql/columns.ts';

export interface BalanceRow {
  readonly id: string;
  readonly code: string;
  readonly currency: string;
  /** Debit-positive decimal with eight places. */
  readonly balance: string;
}

export async function listBalances(
  tx: Tx,
  tenantId: string,
  entityId: string | null,
  page: CodePage = everyAccount,
): Promise<readonly BalanceRow[]> {
  const found = await tx.query<BalanceRow>(
    `select id, code, currency, balance from accounts
     where tenant_id = $1 and ($2::uuid is null or entity_id = $2) and code > coalesce($3::text, '') order by code limit $4`,
    [tenantId, entityId, page.after, page.limit],
  );
  return found.rows;
}

/** A posting that is summed costs so much less than an account that is looked up. Measured. */
const POSTINGS_A_LOOK_UP = 10;

/** Balances as the log left them at `seq`, of each account that existed then: from the nearest point where all are known. */
export async function listBalancesAsOf(
  tx: Tx,
  tenantId: string,
  seq: number,
  entityId: string | null,
  page: CodePage = everyAccount,
): Promise<readonly BalanceRow[]> {
  const known = await findNearestBalances(tx, tenantId, seq);
  const prunedTo = await findPrunedTo(tx, tenantId);
  const [after, through] = [Math.min(known.seq, seq), Math.max(known.seq, seq)];
  if (prunedTo > 0) {
    // The last posting of an account may have left, however far after `prunedTo` is asked: it is not looked up.
    const to = Math.min(through, prunedTo);
    const left = after < to ? { to, sums: await sumOfBlocks(tx, tenantId, { after, through: to }) } : null;
    return sumFrom(tx, tenantId, { known, left }, seq, entityId, page);
  }
  const isNear = await hasMoreAccounts(tx, tenantId, Math.abs(known.seq - seq) / POSTINGS_A_LOOK_UP, page);
  return isNear ? sumFrom(tx, tenantId, { known, left: null }, seq, entityId, page) : lookUpEach(tx, tenantId, seq, entityId, page);
}

/** Whether a page of the organisation's accounts has at least so many. */
async function hasMoreAccounts(tx: Tx, tenantId: string, count: number, { limit }: CodePage): Promise<boolean> {
  if (count > limit) return false;
  if (count === 0) return true;
  const found = await tx.query('select from accounts where tenant_id = $1 offset $2 limit 1', [tenantId, Math.ceil(count) - 1]);
  return found.rows.length > 0;
}

/** The accounts of the page that existed then: $2 the seq, $3 the entity, $4 and $5 the page. */
const chosen = `a.tenant_id = $1 and a.created_seq <= $2 and ($3::uuid is null or a.entity_id = $3) and a.code > coalesce($4::text, '')
     order by a.code limit $5`;

/** Where all balances are known, and what the postings up to `to` come to that are not summed in the database; null: all are. */
interface From {
  readonly known: KnownBalances;
  readonly left: { readonly to: number; readonly sums: ReadonlyMap<string, bigint> } | null;
}

/**
 * What was known and what the postings between moved, forwards or backwards. Two statements of one moment, and not a join of them: where most
 * organisations are small, PostgreSQL takes this one for small too, and compares each account with each that moved.
 */
async function sumFrom(
  tx: Tx,
  tenantId: string,
  { known, left }: From,
  seq: number,
  entityId: string | null,
  page: CodePage,
): Promise<readonly BalanceRow[]> {
  const isForward = known.seq <= seq;
  const sums = [...(left?.sums ?? [])];
  const listThere = () =>
    readColumns(tx, ['id', 'code', 'currency'], `select a.id, a.code, a.currency from accounts a where ${chosen}`, [
      tenantId,
      seq,
      entityId,
      page.after,
      page.limit,
    ]);
  const [debit, credit] = isForward ? ['', '-'] : ['-', ''];
  const moved = (side: string, sign: string): string =>
    `select ${side} as account_id, ${sign}sum(amount) as net from postings where tenant_id = $1 and seq > $2 and seq <= $3 group by ${side}`;
  const listHeld = (of: readonly (string | null)[] | null) =>
    readColumns(
      tx,
      ['account_id', 'balance'],
      `select account_id, sum(net)::numeric(38, 8) as balance from (
         select account_id, balance as net from ${known.table} known
         union all
         ${moved('debit_account_id', debit)}
         union all
         ${moved('credit_account_id', credit)}
         union all
         select * from unnest($5::uuid[], $6::numeric[]) left_sums (account_id, net)
       ) side where $4::uuid[] is null or account_id = any($4) group by account_id`,
      [
        tenantId,
        left?.to ?? Math.min(known.seq, seq),
        Math.max(known.seq, seq),
        of,
        sums.map(([id]) => id),
        sums.map(([, e8]) => formatAmountE8(isForward ? e8 : -e8)),
      ],
    );
  const [there, held] = await askOfPage(tx, page, listThere, listHeld);
  const balances = new Map(held.account_id.map((id, n) => [id, held.balance[n]]));
  return there.id.map((id, n) => ({
    id: id ?? '',
    code: there.code[n] ?? '',
    currency: there.currency[n] ?? '',
    balance: balances.get(id) ?? NOTHING,
  }));
}
const NOTHING = '0.00000000';

/** Of each account the balance after its last posting up to there: two index look-ups, however long the log is. */
async function lookUpEach(tx: Tx, tenantId: string, seq: number, entityId: string | null, page: CodePage): Promise<readonly BalanceRow[]> {
  // The table of accounts is small and what is looked up for each is not: its size must not keep a second core from helping.
  await tx.query('set local min_parallel_table_scan_size = 0');
  const found = await tx.query<BalanceRow>(
    `select a.id, a.code, a.currency, coalesce(last.balance, 0)::numeric(38, 8) as balance
     from accounts a
     left join lateral (
       select side.balance
       from (
         (select p.seq, p.line, p.debit_balance_after as balance from postings p
          where p.tenant_id = $1 and p.debit_account_id = a.id and p.seq <= $2 order by p.seq desc, p.line desc limit 1)
         union all
         (select p.seq, p.line, p.credit_balance_after from postings p
          where p.tenant_id = $1 and p.credit_account_id = a.id and p.seq <= $2 order by p.seq desc, p.line desc limit 1)
       ) side
       order by side.seq desc, side.line desc
       limit 1
     ) last on true
     where ${chosen}`,
    [tenantId, seq, entityId, page.after, page.limit],
  );
  return found.rows;
}
