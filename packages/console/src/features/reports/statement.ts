// A statement as a table: which currencies can be shown, what a line comes to in one of them, which lines say something.
import type { Statement, StatementLine } from '@countinghouse/contract/features/reports';
import { readMinorE8 } from '../../lib/values/money.ts';

/** How the figures are shown: in one currency, all translated into one, or all side by side. */
export const TRANSLATED = 'translated';
export const SIDE_BY_SIDE = 'all';

export interface View {
  readonly value: string;
  readonly label: string;
}

/** The choices that a statement leaves; the first is the one that is shown unless another was chosen. */
export function viewsOf({ currencies, translation }: Statement): readonly View[] {
  const own = currencies.map(({ code }) => ({ value: code, label: code }));
  const [only] = currencies;
  if (currencies.length === 1 && only?.code === translation.currency) return own;
  const translated = { value: TRANSLATED, label: `${translation.currency}, translated` };
  return currencies.length < 2 ? [translated, ...own] : [translated, ...own, { value: SIDE_BY_SIDE, label: 'All side by side' }];
}

/** Units of 10⁻⁸; null where there is no figure: no amount in the currency, or no rate. */
export interface Cell {
  readonly amountE8: bigint | null;
  readonly currency: string;
  readonly minorUnits: number;
  /** A translation that lacks a rate. */
  readonly lacksRate: boolean;
}

type Column = 'current' | 'prior';

export function cellOf(statement: Statement, line: StatementLine, view: string, column: Column): Cell {
  if (view === TRANSLATED) {
    const { currency, minorUnits } = statement.translation;
    const text = line.translated[column];
    return { currency, minorUnits, amountE8: text === null ? null : readMinorE8(text, minorUnits), lacksRate: text === null };
  }
  const minorUnits = statement.currencies.find((c) => c.code === view)?.minorUnits ?? 2;
  const text = line.amounts.find((a) => a.currency === view)?.[column] ?? null;
  const none = line.kind === 'total' ? 0n : null;
  return { currency: view, minorUnits, amountE8: text === null ? none : readMinorE8(text, minorUnits), lacksRate: false };
}

/** Whether a line says something in a view: headings and totals always, others where an amount is not zero. */
export function isTelling(statement: Statement, line: StatementLine, views: readonly string[]): boolean {
  if (line.kind === 'section' || line.kind === 'total') return true;
  return views.some((view) =>
    (['current', 'prior'] as const).some((column) => {
      if (column === 'prior' && statement.prior === null) return false;
      const { amountE8, lacksRate } = cellOf(statement, line, view, column);
      return lacksRate || (amountE8 !== null && amountE8 !== 0n);
    }),
  );
}

/** What stands on each side of a trial balance; null where a line lacks a rate. */
export function sideTotals(
  statement: Statement,
  view: string,
  column: Column,
): { readonly debitE8: bigint | null; readonly creditE8: bigint | null } {
  let [debitE8, creditE8] = [0n, 0n];
  for (const line of statement.lines) {
    if (line.kind === 'total') continue;
    const { amountE8, lacksRate } = cellOf(statement, line, view, column);
    if (lacksRate) return { debitE8: null, creditE8: null };
    if (amountE8 !== null && amountE8 > 0n) debitE8 += amountE8;
    if (amountE8 !== null && amountE8 < 0n) creditE8 -= amountE8;
  }
  return { debitE8, creditE8 };
}

export const dayOf = ({ from, as_of }: Statement['period']): string => (from === null ? as_of : `${from} to ${as_of}`);
