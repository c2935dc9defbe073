// Rows of a CSV file by the names of its columns.

import { parse } from 'csv-parse/sync';
import { SourceFault } from '../books.ts';

export interface CsvRow {
  /** Of its first line, from 1. */
  readonly line: number;
  /** The trimmed text of a column; an empty one where the file has no such column. */
  at(column: string): string;
}

/** Throws SourceFault where it is no CSV, or lacks one of the columns. */
export function readCsvRows(text: string, needed: readonly string[]): readonly CsvRow[] {
  const [head] = text.split('\n', 1);
  let read: { readonly info: { readonly lines: number }; readonly record: Record<string, string> }[];
  try {
    read = parse(text, {
      bom: true,
      delimiter: delimiterOf(head ?? ''),
      columns: (names: string[]) => names.map((n) => n.trim().toLowerCase()),
      info: true,
      skip_empty_lines: true,
      trim: true,
    });
  } catch (error) {
    throw new SourceFault(`it is no CSV: ${(error as Error).message.split('\n')[0]}`, { cause: error });
  }
  const names = new Set(Object.keys(read[0]?.record ?? {}));
  const missing = read.length === 0 ? [] : needed.filter((name) => !names.has(name));
  if (missing.length > 0) throw new SourceFault(`there is no column ${missing.join(', ')} in “${(head ?? '').trim().slice(0, 120)}”`);
  return read.map(({ info, record }) => ({ line: info.lines, at: (column) => record[column] ?? '' }));
}

/** What stands between most names of columns. */
function delimiterOf(head: string): string {
  const count = (of: string): number => head.split(of).length;
  return [';', '\t'].reduce((best, d) => (count(d) > count(best) ? d : best), ',');
}
