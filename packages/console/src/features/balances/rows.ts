// The rows of the balances list: accounts as they are now, or with the balances they had at a snapshot.
import type { Account } from '@countinghouse/contract/features/accounts';
import type { balances } from '@countinghouse/contract/features/balances';
import type { RouteOk } from '@countinghouse/contract/wire';
import { availableE8Of } from '../../lib/values/account/available.ts';
import { readMinorE8 } from '../../lib/values/money.ts';

export interface BalanceRow {
  readonly id: string;
  readonly code: string;
  readonly currency: string;
  /** Minor units, as the wire says it. */
  readonly balance: string;
  readonly balanceE8: bigint;
  readonly minorUnits: number;
  /** What open holds reserve now, and what is left, debit-positive; null for a balance of the past. */
  readonly heldE8: bigint | null;
  readonly availableE8: bigint | null;
  /** What else is known of the account; null where only its balance is. */
  readonly account: Account | null;
}

type AsOf = RouteOk<typeof balances.get>['accounts'];

export function rowsOf(accounts: readonly Account[], asOf: AsOf | null): readonly BalanceRow[] {
  const known = new Map(accounts.map((a) => [a.id, a]));
  return (asOf ?? accounts).map(({ id, code, currency, balance, minorUnits }) => {
    const account = known.get(id) ?? null;
    const ofNow = (minor: string | undefined): bigint | null =>
      asOf !== null || minor === undefined ? null : readMinorE8(minor, minorUnits);
    return {
      id,
      code,
      currency,
      balance,
      balanceE8: readMinorE8(balance, minorUnits),
      minorUnits,
      heldE8: ofNow(account?.held),
      availableE8: asOf !== null || account === null ? null : availableE8Of(account),
      account,
    };
  });
}

/** The decimals of currencies, as the rows have them. */
export function decimalsOf(rows: readonly BalanceRow[]): (currency: string) => number {
  const decimals = new Map(rows.map((r) => [r.currency, r.minorUnits]));
  return (currency) => decimals.get(currency) ?? 2;
}

/** Whether a row has every word of a filter somewhere: code, reference, mapping, kind. */
export function matchesWords(row: BalanceRow, filter: string): boolean {
  const text = [
    row.code,
    row.account?.externalRef,
    row.account?.glCode,
    row.account?.glTitle,
    row.account?.kind,
    row.account?.interestBucket,
  ]
    .join(' ')
    .toLowerCase();
  return filter
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** The GL accounts that the accounts map to, by code; with the chosen one, whether or not an account maps to it. */
export function glOptionsOf(rows: readonly BalanceRow[], chosen: string | undefined): readonly { value: string; label: string }[] {
  const titles = new Map(rows.flatMap((r) => (r.account === null ? [] : [[r.account.glCode, r.account.glTitle] as const])));
  if (chosen !== undefined && !titles.has(chosen)) titles.set(chosen, '');
  return [...titles].sort(([a], [b]) => (a < b ? -1 : 1)).map(([code, title]) => ({ value: code, label: `${code} ${title}`.trim() }));
}
