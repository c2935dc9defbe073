// Rows that were copied from a spreadsheet: debit, credit, amount, narrative and value date in this order, tabs between them. A first
// line that names the columns says their order itself.
import type { Account } from '@countinghouse/contract/features/accounts';
import { INTENT_ROWS_MAX } from '@countinghouse/contract/features/intents';
import { normaliseAmount } from '../../../lib/values/money.ts';
import { type DraftRow, newRow } from './draft.ts';

const FIELDS = ['debit', 'credit', 'amount', 'narrative', 'value date'] as const;
type Field = (typeof FIELDS)[number];

const fieldOf = (head: string): Field | null => FIELDS.find((f) => head.trim().toLowerCase().startsWith(f)) ?? null;

/** What was read of a line; `account` names are as they were typed. */
export type PastedLine = Readonly<Record<Field, string>>;

/** The lines of what was pasted; none where there are no tabs in it. Throws RangeError for too many. */
export function linesOf(pasted: string): readonly PastedLine[] {
  const cells = pasted
    .split(/\r\n|\n|\r/)
    .filter((line) => line.includes('\t'))
    .map((line) =>
      line.split('\t').map((cell) =>
        cell
          .trim()
          .replace(/^"(.*)"$/, '$1')
          .replaceAll('""', '"'),
      ),
    );
  const [head = [], ...rest] = cells;
  const named = head.map(fieldOf);
  const hasHead = named.includes('debit') && named.includes('credit') && named.includes('amount');
  const order = hasHead ? named : FIELDS;
  const lines = (hasHead ? rest : cells).map((line) => {
    const of = (field: Field): string => line[order.indexOf(field)] ?? '';
    return { debit: of('debit'), credit: of('credit'), amount: of('amount'), narrative: of('narrative'), 'value date': of('value date') };
  });
  if (lines.length > INTENT_ROWS_MAX) throw new RangeError(`Use at most ${INTENT_ROWS_MAX} rows; there are ${lines.length}.`);
  return lines;
}

/** The accounts that lines name. */
export const namesIn = (lines: readonly PastedLine[]): readonly string[] => [
  ...new Set(lines.flatMap((l) => [l.debit, l.credit]).filter((name) => name !== '')),
];

/** What keeps lines from becoming rows, the first ten; a line counts from 1. */
export interface PastedRows {
  readonly rows: readonly DraftRow[];
  readonly faults: readonly string[];
}

const FAULTS_SHOWN_MAX = 10;

export function rowsFrom(lines: readonly PastedLine[], accounts: readonly Pick<Account, 'id' | 'code' | 'currency'>[]): PastedRows {
  const faults: string[] = [];
  const find = (name: string) => accounts.find((a) => a.id === name.toLowerCase() || a.code === name.toUpperCase());
  const rows = lines.map((line, index) => {
    const fault = (what: string): void => void faults.push(`Line ${index + 1}: ${what}`);
    const [debit, credit] = [find(line.debit), find(line.credit)];
    if (debit === undefined) fault(line.debit === '' ? 'no debit account' : `no account ${line.debit}`);
    if (credit === undefined) fault(line.credit === '' ? 'no credit account' : `no account ${line.credit}`);
    if (normaliseAmount(line.amount) === null) fault(`${line.amount} is no amount`);
    if (debit !== undefined && credit !== undefined && debit.currency !== credit.currency)
      fault(`${debit.code} is in ${debit.currency}, ${credit.code} in ${credit.currency}`);
    const day = line['value date'];
    if (day !== '' && !/^\d{4}-\d\d-\d\d$/.test(day)) fault(`write the value date as 2026-01-31, not ${day}`);
    return newRow({
      debitAccount: debit?.id ?? '',
      creditAccount: credit?.id ?? '',
      amount: line.amount,
      currency: debit?.currency ?? credit?.currency ?? '',
      narrative: line.narrative,
      valueDate: day,
    });
  });
  return { rows, faults: faults.slice(0, FAULTS_SHOWN_MAX) };
}
