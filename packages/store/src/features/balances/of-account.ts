// What one account holds, or held: as of a value date, as the log knew it at a seq.

import { readDays } from '../../days.ts';
import { thawAccount, thawLearntAfter } from '../../pruned/thaw.ts';
import type { Tx } from '../../reader.ts';
import type { BalanceRow } from './reads.ts';

export interface BalanceAsked {
  /** What the log learnt after this seq does not count; null: all that it knows counts. */
  readonly knownAtSeq: number | null;
  /** `YYYY-MM-DD`; null: whatever its value date. */
  readonly valueDate: string | null;
}

export interface AccountBalanceRow extends BalanceRow {
  /** The place of the last posting that the log knew then; null: none. */
  readonly moved_last: { readonly seq: number; readonly line: number } | null;
}

/** The account's postings of one side: $1 the organisation, $2 the account, $3 the seq up to which the log is known, or null. */
const sideOf = (side: 'debit' | 'credit'): string =>
  `from postings where tenant_id = $1 and ${side}_account_id = $2 and seq <= coalesce($3::bigint, ${Number.MAX_SAFE_INTEGER})`;
const lastOf = (side: 'debit' | 'credit'): string =>
  `(select seq, line, ${side}_balance_after as balance ${sideOf(side)} order by seq desc, line desc limit 1)`;

/** null: there is no such account, or there was none then. */
export async function findBalance(tx: Tx, tenantId: string, accountId: string, asked: BalanceAsked): Promise<AccountBalanceRow | null> {
  const { knownAtSeq, valueDate } = asked;
  const ask = () =>
    tx.query<BalanceRow & { readonly seq: number | null; readonly line: number | null; readonly pruned_to: number }>(
      `select a.id, a.code, a.currency, coalesce(last.balance, 0)::numeric(38, 8) as balance, last.seq, last.line,
       coalesce((select max(last_seq) from pruned_stretches where tenant_id = $1), 0) as pruned_to
     from accounts a
     left join (select * from (${lastOf('debit')} union all ${lastOf('credit')}) side order by seq desc, line desc limit 1) last on true
     where a.tenant_id = $1 and a.id = $2 and ($3::bigint is null or a.created_seq <= $3)`,
      [tenantId, accountId, knownAtSeq],
    );
  let [account] = (await ask()).rows;
  if (account === undefined) return null;
  const upTo = Math.min(knownAtSeq ?? Number.MAX_SAFE_INTEGER, account.pruned_to);
  // What stayed of what is older may not be the last.
  if ((account.seq ?? 0) < upTo && (await thawAccount(tx, tenantId, accountId, { upTo, most: 1, matches: () => true })))
    [account = account] = (await ask()).rows;
  const { seq, line, pruned_to, ...held } = account;
  if (valueDate !== null && knownAtSeq !== null && knownAtSeq < pruned_to) await thawLearntAfter(tx, tenantId, knownAtSeq, valueDate);
  return {
    ...held,
    balance: valueDate === null ? held.balance : await sumUpTo(tx, tenantId, accountId, valueDate, knownAtSeq),
    moved_last: seq === null || line === null ? null : { seq, line },
  };
}

/** What its days sum to, less what was learnt later. */
async function sumUpTo(tx: Tx, tenantId: string, accountId: string, valueDate: string, knownAtSeq: number | null): Promise<string> {
  const days = await readDays(tx, tenantId);
  const learntLater = (side: 'debit' | 'credit', amount: string): string =>
    `select ${amount} as net from postings where tenant_id = $1 and ${side}_account_id = $2 and value_date <= $3 and seq > $4::bigint`;
  const found = await tx.query<{ balance: string }>(
    `select coalesce(sum(net), 0)::numeric(38, 8) as balance from (
       select debits - credits as net from ${days.accounts} day where account_id = $2 and value_date <= $3
       union all ${learntLater('debit', '-amount')}
       union all ${learntLater('credit', 'amount')}
     ) moved`,
    [tenantId, accountId, valueDate, knownAtSeq],
  );
  return found.rows[0]?.balance ?? '0.00000000';
}
