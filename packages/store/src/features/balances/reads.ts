import { type CodePage, everyAccount } from '../../code-page.ts';
import { findNearestBalances, type KnownBalances } from '../../marks.ts';
import type { Tx } from '../../reader.ts';

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
  const counted = await tx.query<{ accounts: number }>('select count(*) as accounts from accounts where tenant_id = $1', [tenantId]);
  const accounts = Math.min(page.limit, counted.rows[0]?.accounts ?? 0);
  const isNear = Math.abs(known.seq - seq) <= POSTINGS_A_LOOK_UP * accounts;
  return isNear ? sumFrom(tx, tenantId, known, seq, entityId, page) : lookUpEach(tx, tenantId, seq, entityId, page);
}

/** The accounts of the page that existed then: $2 the seq, $3 the entity, $4 and $5 the page. */
const chosen = `a.tenant_id = $1 and a.created_seq <= $2 and ($3::uuid is null or a.entity_id = $3) and a.code > coalesce($4::text, '')
     order by a.code limit $5`;

/** What was known and what the postings between moved, forwards or backwards. */
async function sumFrom(
  tx: Tx,
  tenantId: string,
  known: KnownBalances,
  seq: number,
  entityId: string | null,
  page: CodePage,
): Promise<readonly BalanceRow[]> {
  const sign = known.seq <= seq ? '+' : '-';
  const found = await tx.query<BalanceRow>(
    `with moved as (
       select account_id, sum(net) as net from (
         select debit_account_id as account_id, amount as net from postings where tenant_id = $1 and seq > $6 and seq <= $7
         union all
         select credit_account_id, -amount from postings where tenant_id = $1 and seq > $6 and seq <= $7
       ) side group by account_id
     )
     select a.id, a.code, a.currency, (coalesce(k.balance, 0) ${sign} coalesce(m.net, 0))::numeric(38, 8) as balance
     from accounts a left join ${known.table} k on k.account_id = a.id left join moved m on m.account_id = a.id
     where ${chosen}`,
    [tenantId, seq, entityId, page.after, page.limit, Math.min(known.seq, seq), Math.max(known.seq, seq)],
  );
  return found.rows;
}

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
          where p.tenant_id = a.tenant_id and p.debit_account_id = a.id and p.seq <= $2 order by p.seq desc, p.line desc limit 1)
         union all
         (select p.seq, p.line, p.credit_balance_after from postings p
          where p.tenant_id = a.tenant_id and p.credit_account_id = a.id and p.seq <= $2 order by p.seq desc, p.line desc limit 1)
       ) side
       order by side.seq desc, side.line desc
       limit 1
     ) last on true
     where ${chosen}`,
    [tenantId, seq, entityId, page.after, page.limit],
  );
  return found.rows;
}
