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

export interface SeenRow extends PreviewRow {
  /** The currency of a row that is for another source, which has the same columns; null: it is for this one. */
  readonly elsewhere: string | null;
}

export interface SeenRows {
  readonly rows: readonly SeenRow[];
  /** What is said of no single row. */
  readonly fault: string | null;
}

/** Which rows are for an account in this currency. Where none is, each has a fault: the account is not the one of this file. */
export function seenAs({ rows, fault }: CsvPreview, currency: string): SeenRows {
  const isOwn = rows.some(({ movement }) => movement?.currency === currency);
  const seen = rows.map((row): SeenRow => {
    const told = row.movement?.currency;
    if (row.fault !== null || told === undefined || told === currency) return { ...row, elsewhere: null };
    return isOwn
      ? { ...row, elsewhere: told }
      : { ...row, elsewhere: null, fault: `This row is in ${told}, the account is kept in ${currency}.` };
  });
  return { rows: seen, fault };
}

/** The first rows, and behind them those that cannot be read. */
export function rowsToShow<R extends PreviewRow>(rows: readonly R[]): readonly R[] {
  const faulty = rows.slice(FIRST_ROWS).filter(({ fault }) => fault !== null);
  return [...rows.slice(0, FIRST_ROWS), ...faulty.slice(0, FAULTY_ROWS_MAX)];
}
