// A trial balance of a range of days from two of a day each: what stood before the range, what moved in it, what stands at its end.
import type { Statement, StatementLine } from '@countinghouse/contract/features/reports';
import { cellOf } from '../../features/reports/statement/statement.ts';

export const FIGURES = ['opening', 'movement', 'closing'] as const;
export type FigureName = (typeof FIGURES)[number];

export const figureWords: Readonly<Record<FigureName, string>> = {
  opening: 'opening balance',
  movement: 'movement',
  closing: 'closing balance',
};

/** Units of 10⁻⁸, debit-positive; null where a translation lacks a rate. */
export type Figures = Readonly<Record<FigureName, bigint | null>>;

export interface TrialRow extends Figures {
  readonly key: string;
  readonly code: string;
  readonly title: string;
  /** A GL account, whose postings can be looked at; else a line that is reckoned. */
  readonly isAccount: boolean;
}

const keyOf = ({ kind, code, title }: StatementLine): string => `${kind} ${code} ${title}`;

/** Lines with anything in them, in the order of the later statement. */
export function trialRows(opening: Statement, closing: Statement, view: string): readonly TrialRow[] {
  const [before, now] = [opening, closing].map(
    ({ lines }) => new Map(lines.filter(({ kind }) => kind !== 'total').map((line) => [keyOf(line), line])),
  ) as [Map<string, StatementLine>, Map<string, StatementLine>];
  const figureOf = (statement: Statement, line: StatementLine | undefined): bigint | null => {
    if (line === undefined) return 0n;
    const { amountE8, lacksRate } = cellOf(statement, line, view, 'current');
    return lacksRate ? null : (amountE8 ?? 0n);
  };
  return [...new Set([...now.keys(), ...before.keys()])].flatMap((key): readonly TrialRow[] => {
    const line = now.get(key) ?? before.get(key);
    const [from, to] = [figureOf(opening, before.get(key)), figureOf(closing, now.get(key))];
    if (line === undefined || (from === 0n && to === 0n)) return [];
    const movement = from === null || to === null ? null : to - from;
    return [{ key, code: line.code, title: line.title, isAccount: line.kind === 'account', opening: from, movement, closing: to }];
  });
}

/** What stands on each side; null where a line lacks a rate. */
export function sideSums(rows: readonly Figures[], name: FigureName): { readonly debitE8: bigint; readonly creditE8: bigint } | null {
  let [debitE8, creditE8] = [0n, 0n];
  for (const { [name]: e8 } of rows) {
    if (e8 === null) return null;
    if (e8 > 0n) debitE8 += e8;
    else creditE8 -= e8;
  }
  return { debitE8, creditE8 };
}
