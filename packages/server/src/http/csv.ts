// Comma-separated files that are exact and that no spreadsheet takes for formulas.

import { looksLikeFormula } from '@countinghouse/contract/plain-text';
import { stringify } from 'csv-stringify/sync';

/** A decimal as it is: a number to a spreadsheet also where it is negative. */
export interface Exact {
  readonly exact: string;
}
export type CsvValue = string | Exact;

const textOf = (value: string) => (looksLikeFormula(value) ? `'${value}` : value);

/** Rows as lines of a file (RFC 4180). Text that begins like a formula gets an apostrophe before it. */
export const csvLines = (rows: readonly (readonly CsvValue[])[]): string =>
  stringify([...rows], {
    record_delimiter: 'windows',
    quoted_match: /[\r\n]/,
    cast: { string: textOf, object: (value) => (value as unknown as Exact).exact },
  });
