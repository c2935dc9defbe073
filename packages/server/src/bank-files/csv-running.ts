// The balance after each row, or after the last of each day: it shows that no row is missing, and what the account held before and after.

import { BankFileFault, type Place } from './statement.ts';
import { showAmount } from './values.ts';

interface Moved {
  readonly amount: bigint;
  /** After it; undefined where the file does not say. */
  readonly balance: bigint | undefined;
  /** Undefined where nothing moved. */
  readonly line: { readonly postedAt: string } | undefined;
  readonly at: Place;
}

interface Balances {
  readonly openingBalance?: bigint;
  readonly closingBalance?: bigint;
}

interface Broken {
  readonly expected: bigint;
  readonly balance: bigint;
  readonly at: Place;
}

/**
 * Opening and closing balance of rows that are oldest or newest first; none where the file has no balances, or where both orders fit them,
 * come to other balances, and no day tells which it is. Throws BALANCE_MISMATCH with the first row that does not follow from those before it.
 */
export function checkRunning(rows: readonly Moved[], currency: string): Balances {
  const [forward, backward] = [follow(rows), follow(rows.toReversed())];
  if ('expected' in forward && 'expected' in backward)
    throw new BankFileFault(
      'BALANCE_MISMATCH',
      `The balance should be ${showAmount(forward.expected, currency)} after this row, and is ${showAmount(forward.balance, currency)}.`,
      forward.at,
    );
  if ('expected' in forward) return backward as Balances;
  if ('expected' in backward || backward.openingBalance === undefined) return forward;
  if (forward.openingBalance === undefined || isNewestFirst(rows)) return backward;
  const same = forward.openingBalance === backward.openingBalance && forward.closingBalance === backward.closingBalance;
  return same || isNewestFirst(rows.toReversed()) ? forward : {};
}

/** Of rows that are oldest first. A balance is that of the end of a day: where the last row has none, the order is another, or nothing is told. */
function follow(rows: readonly Moved[]): Balances | Broken {
  let opening: bigint | undefined;
  let moved = 0n;
  for (const { amount, balance, at } of rows) {
    moved += amount;
    if (balance === undefined) continue;
    opening ??= balance - moved;
    if (opening + moved !== balance) return { expected: opening + moved, balance, at };
  }
  return opening === undefined || rows.at(-1)?.balance === undefined ? {} : { openingBalance: opening, closingBalance: opening + moved };
}

function isNewestFirst(rows: readonly Moved[]): boolean {
  const days = rows.flatMap(({ line }) => line?.postedAt ?? []);
  return (days[0] ?? '') > (days.at(-1) ?? '');
}
