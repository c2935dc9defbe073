// The postings of an intent, grouped by the account they touch: debits left, credits right.
import type { PostedRow } from '@countinghouse/contract/features/holds';
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
}

export function tAccountsOf(postings: readonly PostedRow[]): readonly TAccount[] {
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
  return [...accounts.values()];
}
