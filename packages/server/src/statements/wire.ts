// Lines and translations as the wire says them: amounts in minor units, exact.

import type { StatementLine, Translation } from '@countinghouse/contract/features/reports';
import { formatMinor } from '@countinghouse/kernel/money/amount';
import { minorUnitsOf } from '@countinghouse/kernel/money/iso4217';
import type { Translator } from '@countinghouse/kernel/reports/figures';
import type { Line } from '@countinghouse/kernel/reports/line';

const columnNames = ['current', 'prior'] as const;

export const minor = (amountE8: bigint, currency: string): string => formatMinor(amountE8, minorUnitsOf(currency));

export function toWireLine(line: Line, to: string, columns: number): StatementLine {
  const { kind, code, title, depth } = line;
  const translated = (column: number): string | null => {
    const e8 = line.translatedE8[column] ?? null;
    return e8 === null ? null : minor(e8, to);
  };
  return {
    kind,
    code,
    title,
    class: line.class,
    gl_account_id: line.glAccountId,
    depth,
    amounts: [...line.amounts]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([currency, [current = 0n, prior = 0n]]) => ({
        currency,
        current: minor(current, currency),
        prior: columns > 1 ? minor(prior, currency) : null,
      })),
    translated: { current: translated(0), prior: columns > 1 ? translated(1) : null },
  };
}

/** Whether a currency is shown in a column with anything but zero: only then does it need a rate. */
const isUsed = (lines: readonly Pick<Line, 'amounts'>[], currency: string, column: number): boolean =>
  lines.some((line) => (line.amounts.get(currency)?.[column] ?? 0n) !== 0n);

export function toWireTranslation(translator: Translator, lines: readonly Pick<Line, 'amounts'>[]): Translation {
  const { currency: to, columns } = translator;
  const used = columns.flatMap((conversions, c) => {
    const column = columnNames[c] ?? 'current';
    return [...conversions].filter(([from]) => from !== to && isUsed(lines, from, c)).map(([from, by]) => ({ column, from, by }));
  });
  return {
    currency: to,
    minorUnits: minorUnitsOf(to),
    conversions: used.flatMap(({ column, from, by }) =>
      by === null || by.how === 'same' ? [] : [{ column, from, how: by.how, rates: [...by.rates] }],
    ),
    missing: used.flatMap(({ column, from, by }) => (by === null ? [{ column, currency: from }] : [])),
  };
}
