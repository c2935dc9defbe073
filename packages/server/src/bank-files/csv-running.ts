// The balance after each row: it shows that no row is missing, and what the account held before and after.

import { BankFileFault, type Place } from './statement.ts';
import { showAmount } from './values.ts';

interface Moved {
  readonly amount: bigint;
  /** After it; undefined where the file does not say. */
  readonly balance: bigint | undefined;
  readonly at: Place;
}

/**
 * Opening and closing balance of rows that are oldest or newest first; none where the file has no balances.
 * Throws BALANCE_MISMATCH with the first row that does not follow from the one before it.
 */
export function checkRunning(
  rows: readonly Moved[],
  currency: string,
): { readonly openingBalance?: bigint; readonly closingBalance?: bigint } {
  const known = rows.flatMap(({ amount, balance, at }) => (balance === undefined ? [] : [{ amount, balance, at }]));
  if (known.length === 0) return {};
  const newestFirst = known.toReversed();
  const broken = firstBroken(known);
  const chronological = broken === undefined ? known : firstBroken(newestFirst) === undefined ? newestFirst : undefined;
  if (chronological === undefined && broken !== undefined)
    throw new BankFileFault(
      'BALANCE_MISMATCH',
      `The balance should be ${showAmount(broken.expected, currency)} after this row, and is ${showAmount(broken.balance, currency)}.`,
      broken.at,
    );
  const [first, last] = [chronological?.[0], chronological?.at(-1)];
  return first === undefined || last === undefined ? {} : { openingBalance: first.balance - first.amount, closingBalance: last.balance };
}

function firstBroken(
  rows: readonly (Moved & { readonly balance: bigint })[],
): { readonly expected: bigint; readonly balance: bigint; readonly at: Place } | undefined {
  for (const [i, { amount, balance, at }] of rows.entries()) {
    const before = rows[i - 1];
    if (before !== undefined && before.balance + amount !== balance) return { expected: before.balance + amount, balance, at };
  }
  return undefined;
}
