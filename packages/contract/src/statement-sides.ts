// On which side the lines of a statement stand, as a reader of one expects it: what stands on the other one is told apart.
import type { StatementLine } from './features/reports.ts';

export type Side = 'Dr' | 'Cr';

/**
 * The side of each line: that of its section. What comes behind the last section's total, what pays for the assets or the result, is a
 * credit as long as all is well.
 */
export function sidesOf(lines: readonly Pick<StatementLine, 'kind' | 'class'>[]): readonly Side[] {
  let side: Side = 'Cr';
  return lines.map((line) => {
    if (line.kind === 'section') side = line.class === 'A' || line.class === 'X' ? 'Dr' : 'Cr';
    const own = side;
    if (line.kind === 'total') side = 'Cr';
    return own;
  });
}

/** The side that a section says once: a balance sheet is of balances, an income statement of what moved. */
export function saySide(report: string, side: Side): string {
  const word = side === 'Dr' ? 'debit' : 'credit';
  return report === 'balance-sheet' ? `${word} balances` : `${word}s`;
}
