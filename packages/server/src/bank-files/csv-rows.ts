// The rows of a CSV file, and the cells of its columns.

import { CsvError, parse } from 'csv-parse/sync';
import type { CsvColumn, CsvMapping } from './csv-mapping.ts';
import { quoteBareCells } from './csv-quotes.ts';
import { BankFileFault, quoteValue, ROWS_MAX } from './statement.ts';

const DELIMITERS = [';', ',', '\t', '|'] as const;
const RECORD_CHARS_MAX = 100_000;
const COLUMNS_MAX = 500;
const TOO_LONG = `A row has more than ${RECORD_CHARS_MAX} characters.`;

export interface CsvRow {
  readonly cells: readonly string[];
  /** The line of the file on which it begins, from 1. */
  readonly line: number;
}

export const invalidMapping = (sentence: string): BankFileFault => new BankFileFault('MAPPING_INVALID', sentence);

const countBreaks = (cell: string): number => (cell.includes('\n') ? cell.split('\n').length - 1 : 0);

/** From the line of the names on: what is above has other columns and quotes. */
export function parseRows(text: string, mapping: Pick<CsvMapping, 'headerRow' | 'delimiter'>): readonly CsvRow[] {
  checkRowLengths(text);
  const above = Math.max(mapping.headerRow, 1) - 1;
  const body = withoutLines(text, above);
  const delimiter = mapping.delimiter ?? findDelimiter(body);
  try {
    const parsed = parseQuoted(body, delimiter, above);
    if (parsed.length > ROWS_MAX) throw new BankFileFault('TOO_LONG', `Use a file of at most ${ROWS_MAX} rows.`);
    return parsed.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = (error as { readonly lines?: number }).lines;
    const sentence = error.code === 'CSV_MAX_RECORD_SIZE' ? TOO_LONG : 'The quotes of this row do not fit together.';
    throw new BankFileFault(
      error.code === 'CSV_MAX_RECORD_SIZE' ? 'TOO_LONG' : 'SYNTAX_INVALID',
      sentence,
      line === undefined ? {} : { line: above + line },
    );
  }
}

const BARE_QUOTE = 'INVALID_OPENING_QUOTE';

/** A row with the line that it begins on. The parser tells on which it ends. */
function rowOf(cells: readonly string[], above: number, { lines }: { readonly lines: number }): CsvRow {
  const line = above + lines - cells.reduce((sum, cell) => sum + countBreaks(cell), 0);
  if (cells.length > COLUMNS_MAX) throw new BankFileFault('TOO_LONG', `A row has more than ${COLUMNS_MAX} columns.`, { line });
  return { cells, line };
}

/** The parser's own leave for quotes out of place would take rows for one cell. */
function parseQuoted(text: string, delimiter: string, above: number): readonly CsvRow[] {
  const onRecord = (cells: readonly string[], at: { readonly lines: number }): CsvRow => rowOf(cells, above, at);
  const parseStrictly = (given: string): readonly CsvRow[] =>
    parse(given, {
      delimiter,
      to: ROWS_MAX + 1,
      // Its types know of no rows but those of texts.
      on_record: onRecord as unknown as (cells: string[]) => string[],
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: RECORD_CHARS_MAX,
    }) as unknown as readonly CsvRow[];
  try {
    return parseStrictly(text);
  } catch (error) {
    if (!(error instanceof CsvError) || error.code !== BARE_QUOTE) throw error;
    return parseStrictly(quoteBareCells(text, delimiter));
  }
}

function withoutLines(text: string, count: number): string {
  let at = 0;
  for (let n = 0; n < count && at < text.length; n++) {
    const end = text.slice(at, at + RECORD_CHARS_MAX + 1).search(/[\r\n]/);
    if (end === -1) return '';
    at += end + (text.startsWith('\r\n', at + end) ? 2 : 1);
  }
  return text.slice(at);
}

/** Before anything is taken apart: a row without an end would be read as one cell. */
function checkRowLengths(text: string): void {
  let [cr, lf] = [text.indexOf('\r'), text.indexOf('\n')];
  for (let [line, start] = [1, 0]; start <= text.length; line += 1) {
    if (cr !== -1 && cr < start) cr = text.indexOf('\r', start);
    if (lf !== -1 && lf < start) lf = text.indexOf('\n', start);
    const end = Math.min(cr === -1 ? text.length : cr, lf === -1 ? text.length : lf);
    if (end - start > RECORD_CHARS_MAX) throw new BankFileFault('TOO_LONG', TOO_LONG, { line });
    start = end + (end === cr && lf === cr + 1 ? 2 : 1);
  }
}

/** The one that parts the header, or the first row, into the most cells. */
function findDelimiter(text: string): string {
  const first = text.slice(0, RECORD_CHARS_MAX).split(/[\r\n]/, 1)[0] ?? '';
  const count = (of: string): number => first.split(of).length;
  return DELIMITERS.reduce((best, d) => (count(d) > count(best) ? d : best));
}

export type ReadCell = (row: CsvRow, column: CsvColumn) => string;

/** Resolves each column once. */
export function columnReader(header: CsvRow | undefined, mapping: CsvMapping): ReadCell {
  const names = header?.cells.map((name) => name.trim().toLowerCase());
  const resolve = (column: CsvColumn): number => {
    if (typeof column === 'number') {
      if (!Number.isSafeInteger(column) || column < 1 || column > (header?.cells.length ?? COLUMNS_MAX))
        throw invalidMapping(`There is no column ${column}.`);
      return column - 1;
    }
    if (names === undefined) throw invalidMapping(`Without a header row columns are numbers: ${quoteValue(column)} is none.`);
    const name = column.trim().toLowerCase();
    const at = names.indexOf(name);
    if (at === -1)
      throw invalidMapping(`Line ${header?.line}: the header has no column ${quoteValue(column)}. It has: ${showNames(header)}.`);
    if (names.includes(name, at + 1))
      throw invalidMapping(`Line ${header?.line}: the header has the column ${quoteValue(column)} twice. Use its number.`);
    return at;
  };
  const at = new Map<CsvColumn, number>();
  for (const column of Object.values(mapping.columns).flat() as readonly CsvColumn[]) at.set(column, resolve(column));
  return ({ cells }, column) => (cells[at.get(column) ?? -1] ?? '').trim();
}

const NAMES_SHOWN_MAX = 20;

const showNames = (header: CsvRow | undefined): string =>
  (header?.cells ?? [])
    .slice(0, NAMES_SHOWN_MAX)
    .map((name) => quoteValue(name.trim()))
    .join(', ');

/** A short row was cut off; a long one has its delimiter in a cell without quotes, and its columns are not where they should be. */
export function checkWidth({ cells, line }: CsvRow, width: number, named: boolean): void {
  if (cells.length < width && named)
    throw new BankFileFault('FIELD_MISSING', `This row has ${cells.length} cells, the header has ${width}.`, { line });
  if (cells.slice(width).some((cell) => cell.trim() !== '') && named)
    throw new BankFileFault('SYNTAX_INVALID', `This row has ${cells.length} cells, the header has ${width}.`, { line });
}
