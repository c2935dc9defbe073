// Comma-separated files (RFC 4180) that are exact and that no spreadsheet takes for formulas.

import { looksLikeFormula } from '@countinghouse/contract/plain-text';
import { stringify } from 'csv-stringify/sync';

/** A cell that is text of somebody's own, or a figure that we made. */
export type CsvCell = string | { readonly figure: string };

/** Text that begins like a formula gets an apostrophe; a figure stays a number, also below zero. */
const cellOf = (cell: CsvCell): string => (typeof cell !== 'string' ? cell.figure : looksLikeFormula(cell) ? `'${cell}` : cell);

export const csvOf = (rows: readonly (readonly CsvCell[])[]): string =>
  stringify(
    rows.map((row) => row.map(cellOf)),
    { record_delimiter: 'windows', quoted_match: /[\r\n]/ },
  );
