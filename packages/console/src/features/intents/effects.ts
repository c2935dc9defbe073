// What an intent will do to the balances of the accounts it touches, reckoned here before it is sent.
import type { Account } from '@countinghouse/contract/features/accounts';
import { parseAmountE8 } from '@countinghouse/kernel/money/amount';
import { minorToE8, normaliseAmount } from '../../lib/money.ts';
import type { DraftRow } from './draft.ts';

export interface Effect {
  readonly account: Account;
  readonly beforeE8: bigint;
  readonly changeE8: bigint;
}

export function effectsOf(rows: readonly DraftRow[], accounts: readonly Account[]): readonly Effect[] {
  const changes = new Map<string, bigint>();
  for (const row of rows) {
    const amountE8 = parseAmountE8(normaliseAmount(row.amount) ?? '') ?? 0n;
    if (amountE8 === 0n || row.debitAccount === '' || row.creditAccount === '') continue;
    changes.set(row.debitAccount, (changes.get(row.debitAccount) ?? 0n) + amountE8);
    changes.set(row.creditAccount, (changes.get(row.creditAccount) ?? 0n) - amountE8);
  }
  return accounts.flatMap((account) => {
    const changeE8 = changes.get(account.id);
    return changeE8 === undefined ? [] : [{ account, changeE8, beforeE8: minorToE8(account.balance, account.minorUnits) ?? 0n }];
  });
}
