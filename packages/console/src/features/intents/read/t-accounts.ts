// The postings of an intent, grouped by the account they touch: debits left, credits right.
import type { PostedRow } from '@countinghouse/contract/features/holds';
import type { BalanceAfter } from '@countinghouse/contract/features/intents';
import { readAmountE8 } from '../../../lib/values/money.ts';

export interface TEntry {
  readonly line: number;
  readonly side: 'debit' | 'credit';
  readonly amountE8: bigint;
  readonly currency: string;
}

export interface TAccount {
  readonly id: string;
  readonly code: string;
  readonly entries: readonly TEntry[];
  /** Of what is posted: the balance before and after, debit-positive. */
  readonly balances: { readonly beforeE8: bigint; readonly afterE8: bigint } | null;
}

/** `after`: what accounts held once it was posted. */
export function tAccountsOf(postings: readonly PostedRow[], after: readonly BalanceAfter[] = []): readonly TAccount[] {
  const accounts = new Map<string, { id: string; code: string; entries: TEntry[] }>();
  const put = (id: string, code: string, entry: TEntry): void => {
    const account = accounts.get(id) ?? { id, code, entries: [] };
    account.entries.push(entry);
    accounts.set(id, account);
  };
  for (const p of postings) {
    const entry = { line: p.line, amountE8: readAmountE8(p.amount), currency: p.currency };
    put(p.debit_account_id, p.debit_code, { ...entry, side: 'debit' });
    put(p.credit_account_id, p.credit_code, { ...entry, side: 'credit' });
  }
  return [...accounts.values()].map((account) => {
    const held = after.find((b) => b.accountId === account.id);
    if (held === undefined) return { ...account, balances: null };
    const afterE8 = readAmountE8(held.balance);
    const moved = account.entries.reduce((sum, { side, amountE8 }) => sum + (side === 'debit' ? amountE8 : -amountE8), 0n);
    return { ...account, balances: { beforeE8: afterE8 - moved, afterE8 } };
  });
}
