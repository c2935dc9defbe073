// What of a file's rows a person looks at before its layout is kept.
import type { CsvPreview, PreviewRow } from '@countinghouse/server/bank-files/csv-preview';

/** What a file is held against: it need not say either itself. */
export interface KeptIn {
  /** As the bank names the account, or its code. */
  readonly account: string;
  /** Undefined until an account is chosen. */
  readonly currency: string | undefined;
}

const FIRST_ROWS = 6;
const FAULTY_ROWS_MAX = 20;

/** With a fault at each row that is in another currency than the account: the server refuses it too. */
export function seenAs(preview: CsvPreview, currency: string | undefined): CsvPreview {
  if (currency === undefined) return preview;
  const rows = preview.rows.map((row): PreviewRow => {
    const told = row.movement?.currency;
    return row.fault !== null || told === undefined || told === currency
      ? row
      : { ...row, fault: `This row is in ${told}, the account is kept in ${currency}.` };
  });
  return { ...preview, rows };
}

/** The first rows, and behind them those that cannot be read. */
export function rowsToShow(rows: readonly PreviewRow[]): readonly PreviewRow[] {
  const faulty = rows.slice(FIRST_ROWS).filter(({ fault }) => fault !== null);
  return [...rows.slice(0, FIRST_ROWS), ...faulty.slice(0, FAULTY_ROWS_MAX)];
}
