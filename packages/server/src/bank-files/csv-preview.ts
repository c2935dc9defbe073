// A CSV file as whoever lays out its columns sees it, in a browser too: its first rows as they stand, and each row as it would be read.

import type { BankFileEncoding } from '@countinghouse/contract/bank-files';
import { checkBookedDay } from './booked-days.ts';
import { type Movement, openCsv, statementsOf } from './csv.ts';
import { readDateBy } from './csv-dates.ts';
import type { CsvMapping } from './csv-mapping.ts';
import { type CsvRow, parseRows } from './csv-rows.ts';
import { decodeText } from './decode.ts';
import { recognize } from './recognize.ts';
import { BankFileFault, type Place } from './statement.ts';

/** So many characters are looked at: some thousand rows, in a moment. */
const CHARS_MAX = 200_000;

export interface CsvText {
  readonly text: string;
  /** Whether there is no more of it. */
  readonly whole: boolean;
}

/** One row, as it would be read. */
export interface PreviewRow {
  /** The line of the file on which it begins, from 1. */
  readonly line: number;
  /** Undefined where it cannot be read; without a `line` it is left out. */
  readonly movement: Movement | undefined;
  /** Why it cannot be read. */
  readonly fault: string | null;
}

export interface CsvPreview {
  readonly rows: readonly PreviewRow[];
  /** What is said of no single row. */
  readonly fault: string | null;
}

/** The text of a file that is CSV, or a sentence that says what it is else. */
export function openText(bytes: Uint8Array, encoding: BankFileEncoding | undefined): CsvText | { readonly fault: string } {
  try {
    const format = recognize(bytes);
    if (format !== 'csv')
      return { fault: `This is ${format.toUpperCase()}: it is read without anybody naming its columns. Import it as it is.` };
    const text = decodeText(bytes, encoding ?? null, true);
    const end = text.length > CHARS_MAX ? text.lastIndexOf('\n', CHARS_MAX) + 1 : text.length;
    return { text: text.slice(0, end), whole: end === text.length };
  } catch (error) {
    return { fault: faultOf(error).message };
  }
}

/** The rows from a line on, as cells; none where they are not CSV from there. */
export function rowsFrom(text: string, line: number, delimiter: CsvMapping['delimiter']): readonly CsvRow[] {
  try {
    return parseRows(text, { headerRow: line, ...(delimiter === undefined ? {} : { delimiter }) });
  } catch (error) {
    faultOf(error);
    return [];
  }
}

/** The day that a cell tells, `YYYY-MM-DD`; null where it is not written so. */
export function dayBy(format: string, text: string): string | null {
  try {
    return readDateBy(format, text, {});
  } catch (error) {
    faultOf(error);
    return null;
  }
}

/** Every row by itself, so that each fault is told at its row; where there is none, what all of them come to. `today`: as of `readBankFile`. */
export function previewCsv({ text, whole }: CsvText, { footerRows = 0, ...mapping }: CsvMapping, today?: string): CsvPreview {
  try {
    const { rows, read } = openCsv(text, whole ? { ...mapping, footerRows } : mapping);
    const seen = rows.map((row): PreviewRow => {
      try {
        const movement = read(row);
        if (movement.line !== undefined) checkBookedDay(movement.line.postedAt, today, movement.at);
        return { line: row.line, movement, fault: null };
      } catch (error) {
        return { line: row.line, movement: undefined, fault: toldAtRow(faultOf(error)) };
      }
    });
    return { rows: seen, fault: null, ...faultOfAll(seen, mapping) };
  } catch (error) {
    return { rows: [], fault: faultOf(error).message };
  }
}

/** What the rows contradict each other in: at its row where it has one. */
function faultOfAll(rows: readonly PreviewRow[], mapping: CsvMapping): Partial<CsvPreview> {
  const movements = rows.flatMap(({ movement }) => movement ?? []);
  if (movements.length < rows.length) return {};
  try {
    statementsOf(movements, mapping);
    return {};
  } catch (error) {
    const fault = faultOf(error);
    if (!rows.some(({ line }) => line === fault.line)) return { fault: fault.message };
    return { rows: rows.map((row) => (row.line === fault.line ? { ...row, fault: toldAtRow(fault) } : row)) };
  }
}

const toldAtRow = ({ element, sentence }: Place & Pick<BankFileFault, 'sentence'>): string =>
  element === undefined ? sentence : `${element}: ${sentence}`;

function faultOf(error: unknown): BankFileFault {
  if (error instanceof BankFileFault) return error;
  throw error;
}
