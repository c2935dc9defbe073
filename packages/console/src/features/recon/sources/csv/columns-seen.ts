// The columns of a file that somebody chose, as they are offered and named.
import { CSV_NAME_LENGTH_MAX } from '@countinghouse/contract/bank-files';
import { type CsvText, rowsFrom } from '@countinghouse/server/bank-files/csv-preview';
import type { Column, Delimiter } from './draft.ts';

export interface ColumnSeen {
  /** How it is named in what is kept. */
  readonly column: Column;
  /** From 1. */
  readonly number: number;
  /** What a person reads: `Betrag`, or `Column 4`. */
  readonly name: string;
  /** What stands in it below its name, row by row. */
  readonly cells: readonly string[];
}

/** Each by its name where no other column has it, else by its number. */
export function columnsOf({ text }: CsvText, headerRow: number, delimiter: Delimiter | null): readonly ColumnSeen[] {
  const rows = rowsFrom(text, headerRow, delimiter ?? undefined);
  const names = headerRow === 0 ? [] : (rows[0]?.cells ?? []).map((name) => name.trim());
  const body = headerRow === 0 ? rows : rows.slice(1);
  const count = headerRow === 0 ? Math.max(0, ...body.map(({ cells }) => cells.length)) : names.length;
  const alike = Map.groupBy(names, (name) => name.toLowerCase());
  const seen = Array.from({ length: count }, (_, at): ColumnSeen => {
    const name = names[at] ?? '';
    const cells = body.map((row) => (row.cells[at] ?? '').trim());
    const isNamed = name !== '' && name.length <= CSV_NAME_LENGTH_MAX && alike.get(name.toLowerCase())?.length === 1;
    const number = at + 1;
    return isNamed ? { column: name, number, name, cells } : { column: number, number, name: nameByNumber(number, name), cells };
  });
  // A delimiter at the end of each line makes no column.
  return seen.filter(({ column, cells }) => typeof column === 'string' || cells.some((cell) => cell !== ''));
}

/** `Column 4`, or `Betrag (column 4)` where several are called so. */
export const nameByNumber = (number: number, name = ''): string => (name === '' ? `Column ${number}` : `${name} (column ${number})`);

/** Whether a name or number means a column. */
export const means = (column: Column, seen: ColumnSeen): boolean =>
  typeof column === 'number'
    ? column === seen.number
    : typeof seen.column === 'string' && column.trim().toLowerCase() === seen.column.toLowerCase();
