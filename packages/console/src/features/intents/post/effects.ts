// What an intent will do to the balances of the accounts it touches, reckoned here before it is sent.
import type { Account } from '@countinghouse/contract/features/accounts';
import { readMinorE8, typedAmountE8 } from '../../../lib/values/money.ts';
import type { DraftRow } from './draft.ts';

export interface Effect {
  readonly account: Account;
  readonly beforeE8: bigint;
  readonly changeE8: bigint;
}

export function effectsOf(rows: readonly DraftRow[], accounts: readonly Account[]): readonly Effect[] {
  const changes = new Map<string, bigint>();
  for (const row of rows) {
    const amountE8 = typedAmountE8(row.amount);
    if (amountE8 === null || amountE8 === 0n || row.debitAccount === '' || row.creditAccount === '') continue;
    changes.set(row.debitAccount, (changes.get(row.debitAccount) ?? 0n) + amountE8);
    changes.set(row.creditAccount, (changes.get(row.creditAccount) ?? 0n) - amountE8);
  }
  return accounts.flatMap((account) => {
    const changeE8 = changes.get(account.id);
    return changeE8 === undefined ? [] : [{ account, changeE8, beforeE8: readMinorE8(account.balance, account.minorUnits) }];
  });
}

export interface Reservation {
  readonly account: Account;
  /** On the account's normal side. */
  readonly availableE8: bigint;
  readonly reservedE8: bigint;
}

/** What a hold would reserve: on each account the side that would fall (decision 0021). */
export function reservationsOf(rows: readonly DraftRow[], accounts: readonly Account[]): readonly Reservation[] {
  const reserved = new Map<string, bigint>();
  const byId = new Map(accounts.map((a) => [a.id, a]));
  const reserve = (id: string, side: Account['normalBalance'], amountE8: bigint): void => {
    if (byId.get(id)?.normalBalance !== side) reserved.set(id, (reserved.get(id) ?? 0n) + amountE8);
  };
  for (const row of rows) {
    const amountE8 = typedAmountE8(row.amount);
    if (amountE8 === null || amountE8 === 0n || row.debitAccount === '' || row.creditAccount === '') continue;
    const [debit, credit] = amountE8 < 0n ? [row.creditAccount, row.debitAccount] : [row.debitAccount, row.creditAccount];
    reserve(debit, 'DR', amountE8 < 0n ? -amountE8 : amountE8);
    reserve(credit, 'CR', amountE8 < 0n ? -amountE8 : amountE8);
  }
  return accounts.flatMap((account) => {
    const reservedE8 = reserved.get(account.id);
    return reservedE8 === undefined ? [] : [{ account, reservedE8, availableE8: readMinorE8(account.available, account.minorUnits) }];
  });
}
