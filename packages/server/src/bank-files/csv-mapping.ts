// Which column of a CSV file says what. Banks agree on nothing here, so whoever owns the account says it once.

import type { BankFileEncoding } from '@countinghouse/contract/bank-files';

/** A column by its name in the header row (any case), or by its number from 1. */
export type CsvColumn = string | number;

export interface CsvMapping {
  /** Found in the header row if it is not given. */
  readonly delimiter?: ',' | ';' | '\t' | '|' | undefined;
  /** Found if it is not given: a byte order mark, else UTF-8, else Windows-1252. */
  readonly encoding?: BankFileEncoding | undefined;
  /** The line of the names, from 1; what comes before it is not read. 0: there is none, and columns are numbers. */
  readonly headerRow: number;
  /** So many rows at the end are sums, not movements. */
  readonly footerRows?: number | undefined;
  readonly columns: CsvColumns;
  /** `YYYY` or `YY`, `MM`, `M` or `MMM` (English, short or whole), `DD` or `D`, the rest as it stands: `DD.MM.YYYY`. What follows in the cell after a space or T is not read. */
  readonly dateFormat: string;
  readonly decimal: '.' | ',';
  /** What a direction column holds where money came in, and where it went out (any case). */
  readonly directions?: { readonly in: readonly string[]; readonly out: readonly string[] } | undefined;
  /** What a status column holds for what the bank has booked, and for what it has not (yet): every word in it, in any case. */
  readonly statuses?: { readonly booked: readonly string[]; readonly notBooked: readonly string[] } | undefined;
  /**
   * What a signed amount above zero is: money in, unless it says `out`, as on many credit cards; then a balance above zero is owed to the bank. Of
   * `debit` and `credit`, `out` says that credits have a minus.
   */
  readonly positive?: 'in' | 'out' | undefined;
  /** Where the file does not name it. */
  readonly account?: string | undefined;
  readonly currency?: string | undefined;
}

/** Either a signed `amount`, or an unsigned one with `direction`, or `debit` and `credit` (money out and in). */
export interface CsvColumns {
  readonly postedAt: CsvColumn;
  readonly valueDate?: CsvColumn | undefined;
  readonly amount?: CsvColumn | undefined;
  readonly direction?: CsvColumn | undefined;
  /** Whether the bank has booked the row. */
  readonly status?: CsvColumn | undefined;
  readonly debit?: CsvColumn | undefined;
  readonly credit?: CsvColumn | undefined;
  /** What the bank keeps of the movement, or takes on top: above zero it is money out, besides the amount. */
  readonly fee?: CsvColumn | undefined;
  /** The balance after each movement: with it a missing row is found. */
  readonly balance?: CsvColumn | undefined;
  readonly currency?: CsvColumn | undefined;
  readonly account?: CsvColumn | undefined;
  readonly reference?: CsvColumn | undefined;
  readonly bankReference?: CsvColumn | undefined;
  readonly counterparty?: CsvColumn | undefined;
  /** Who paid, where payer and payee have a column each: the counterparty of money in. `counterparty` is then the payee, of money out. */
  readonly payer?: CsvColumn | undefined;
  /** Joined by a space. */
  readonly description?: readonly CsvColumn[] | undefined;
}
