// A statement as a table: which currencies can be shown, on which side lines stand, what one comes to, which say something.
import type { Statement, StatementLine } from '@countinghouse/contract/features/reports';
import { type Side, sidesOf } from '@countinghouse/contract/statement-sides';
import { divideHalfEven } from '@countinghouse/kernel/money/half-even';
import { readMinorE8 } from '../../../lib/values/money.ts';
import { showDay } from '../../../lib/values/time.ts';

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

export type Period = 'current' | 'prior';

export function cellOf(statement: Statement, line: StatementLine, view: string, column: Period): Cell {
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
  column: Period,
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

/** `31 Oct 2026`, or from one day to another; always with the year. */
export const dayOf = ({ from, as_of }: Statement['period']): string =>
  from === null ? showDay(as_of, '') : `${showDay(from, '')} to ${showDay(as_of, '')}`;

/** Whether a figure of a statement stands on the other side of its section. Of a trial balance none does: sides have columns there. */
export function hasAcross(statement: Statement, views: readonly string[]): boolean {
  if (statement.report === 'trial-balance') return false;
  const sides = sidesOf(statement.lines);
  const periods = statement.prior === null ? (['current'] as const) : (['current', 'prior'] as const);
  return statement.lines.some((line, index) =>
    views.some((view) =>
      periods.some((period) => {
        const { amountE8 } = cellOf(statement, line, view, period);
        return amountE8 !== null && (sides[index] === 'Dr' ? amountE8 < 0n : amountE8 > 0n);
      }),
    ),
  );
}

/** How much more there is than in the prior period, on the side of the line. */
export function changeOf(statement: Statement, line: StatementLine, view: string, side: Side): Cell {
  const [now, then] = [cellOf(statement, line, view, 'current'), cellOf(statement, line, view, 'prior')];
  const lacksRate = now.lacksRate || then.lacksRate;
  if (lacksRate || (now.amountE8 === null && then.amountE8 === null)) return { ...now, amountE8: null, lacksRate };
  const moreE8 = (now.amountE8 ?? 0n) - (then.amountE8 ?? 0n);
  return { ...now, amountE8: side === 'Dr' ? moreE8 : -moreE8, lacksRate };
}

/** The change on the side of the line, as above, in tenths of a per cent of what there was; null where that was nothing, or stood on the other side. */
export function changeTenths(nowE8: bigint, thenE8: bigint, side: Side): bigint | null {
  if (thenE8 === 0n || nowE8 === thenE8 || nowE8 * thenE8 < 0n) return null;
  const size = thenE8 < 0n ? -thenE8 : thenE8;
  const moreE8 = side === 'Dr' ? nowE8 - thenE8 : thenE8 - nowE8;
  return divideHalfEven(moreE8 * 1000n, size);
}

/** Whether a statement balances in a view: a trial balance by its sum, a balance sheet by both its ends; null where that is not known. */
export function isBalanced(statement: Statement, view: string): boolean | null {
  const last = statement.lines.at(-1);
  if (last === undefined || statement.report === 'income-statement') return null;
  const assets = statement.report === 'balance-sheet' ? statement.lines.find((l) => l.kind === 'total') : undefined;
  const ends = assets === undefined ? [last] : [assets, last];
  return (statement.prior === null ? (['current'] as const) : (['current', 'prior'] as const)).reduce<boolean | null>((all, period) => {
    const figures = ends.map((line) => cellOf(statement, line, view, period).amountE8);
    if (all === null || figures.includes(null)) return null;
    return all && figures.reduce<bigint>((sum, e8) => sum + (e8 ?? 0n), 0n) === 0n;
  }, true);
}
