import type { PeriodComparison } from '@countinghouse/contract/features/periods';
import { parseBalanceE8 } from '@countinghouse/kernel/money/amount';
import { minorUnitsOf } from '@countinghouse/kernel/money/iso4217';
import type { PeriodBalanceRow } from '@countinghouse/store/features/periods/reads';
import { csvOf } from '../../documents/csv.ts';
import { minor } from '../../statements/wire.ts';
import { figure } from '../../statements/words.ts';

export const toWireBalance = ({ balance, ...line }: PeriodBalanceRow) => ({
  ...line,
  minorUnits: minorUnitsOf(line.currency),
  balance: minor(parseBalanceE8(balance), line.currency),
});

/** Lines of either, by code and currency; an account that one of them does not know held nothing there. */
export function compareBalances(a: readonly PeriodBalanceRow[], b: readonly PeriodBalanceRow[]): PeriodComparison['lines'] {
  const sums = new Map<string, { line: PeriodBalanceRow; aE8: bigint; bE8: bigint }>();
  // The name is that of the second: it is the one that people know.
  for (const line of a) sums.set(keyOf(line), { line, aE8: parseBalanceE8(line.balance), bE8: 0n });
  for (const line of b) sums.set(keyOf(line), { line, aE8: sums.get(keyOf(line))?.aE8 ?? 0n, bE8: parseBalanceE8(line.balance) });
  return [...sums]
    .sort(([x], [y]) => (x < y ? -1 : 1))
    .map(([, { line, aE8, bE8 }]) => {
      const { gl_account_id, code, title, currency } = line;
      const figures = { a: minor(aE8, currency), b: minor(bE8, currency), difference: minor(bE8 - aE8, currency) };
      return { gl_account_id, code, title, currency, minorUnits: minorUnitsOf(currency), ...figures };
    });
}

const keyOf = (line: PeriodBalanceRow): string => `${line.code} ${line.currency} ${line.gl_account_id}`;

/** A row a line; figures are debit-positive. */
export const csvOfComparison = ({ a, b, lines }: PeriodComparison): string =>
  csvOf([
    ['code', 'title', 'currency', `${a.period_code} (debit positive)`, `${b.period_code} (debit positive)`, 'difference'],
    ...lines.map((l) => [l.code, l.title, l.currency, figure(l.a, l.currency), figure(l.b, l.currency), figure(l.difference, l.currency)]),
  ]);
