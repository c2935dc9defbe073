// What comes in from banks: rows and files of statements, and how the columns of a CSV file are read.
import { parseAmountE8 } from '@countinghouse/kernel/money/amount';
import { parseDate, parseInstant } from '@countinghouse/kernel/time/instant';
import * as z from 'zod';
import { Currency, line, requiredText } from './fields.ts';

// Source: decision 0006, rule 18.
export const RECON_FILE_BYTES_MAX = 10 * 1_048_576;
export const RECON_ROWS_MAX = 10_000;
// Source: decision 0043.
export const RECON_FILE_ROWS_MAX = 100_000;
export const RECON_SOURCE_LENGTH_MAX = 120;

/** The literals of specification §5. */
export const messages = {
  notAnArray: 'Import payload must be valid JSON array',
  empty: 'Provide at least one statement row',
} as const;

export const ReconFormat = z.enum(['json', 'camt.053', 'mt940', 'bai2', 'ofx', 'csv']);
export type ReconFormat = z.output<typeof ReconFormat>;

export const Source = requiredText(RECON_SOURCE_LENGTH_MAX, 'Source');
export const AccountCode = requiredText(64, 'Account').toUpperCase();

/** A JSON number is kept as a double, which holds so many digits for sure: one that comes with more may have been written as another. */
const NUMBER_DIGITS_MAX = 15;
const digitsIn = (number: number): number =>
  (/^-?([\d.]+)/.exec(String(number))?.[1] ?? '').replace('.', '').replace(/^0+|0+$/g, '').length;

/** A decimal in major units as text, or a number whose shortest decimal form is meant; not zero. */
const RowAmount = z
  .union(
    [
      z.string().trim().max(40),
      z
        .number()
        .refine(
          (n) => digitsIn(n) <= NUMBER_DIGITS_MAX && Math.abs(n) <= Number.MAX_SAFE_INTEGER,
          `Send more than ${NUMBER_DIGITS_MAX} digits as text.`,
        ),
    ],
    'Use a decimal or a number.',
  )
  .transform((amount) => String(amount))
  .refine((t) => parseAmountE8(t) !== null, 'Use a decimal with at most 20 digits before and 8 after the point.')
  .refine((t) => parseAmountE8(t) !== 0n, 'A row moves money: use an amount that is not zero.');

const PostedAt = z
  .string()
  .trim()
  .max(40)
  .refine(
    (t) => parseDate(t) !== null || parseInstant(t) !== null,
    'Use a day of the calendar, as YYYY-MM-DD, or an instant with its offset (RFC 3339).',
  );

export const StatementRow = z.strictObject({
  /** Which feed it came from. */
  source: Source,
  posted_at: PostedAt,
  account_code: AccountCode,
  /** Positive is money in: a debit on the account. */
  amount: RowAmount,
  currency: Currency,
});
export type StatementRow = z.output<typeof StatementRow>;

/** What files that declare no encoding may be in. */
export const BankFileEncoding = z.enum([
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'iso-8859-15',
  'windows-1250',
  'iso-8859-2',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'windows-1257',
  'iso-8859-7',
]);

export type BankFileEncoding = z.output<typeof BankFileEncoding>;

export const CSV_NAME_LENGTH_MAX = 120;
/** A column of a CSV file, by its name in the header row (any case) or by its number from 1. */
const Column = z.union(
  [line(CSV_NAME_LENGTH_MAX).min(1), z.number().int().min(1).max(500)],
  'Use the name of a column, or its number from 1.',
);
/** Of the lines above the names, and of the sums at the end. */
export const CSV_LINES_MAX = 200;
export const CSV_DESCRIPTIONS_MAX = 10;
/** Of the words that stand for one thing. */
export const CSV_WORDS_MAX = 20;
const Marks = z.array(line(40).min(1)).min(1).max(CSV_WORDS_MAX);
/** Which column of a CSV file says what. `docs/reference/bank-files.md` tells more. */
export const CsvColumns = z
  .strictObject({
    /** Found in the header row if it is not given. */
    delimiter: z.enum([',', ';', '\t', '|']).optional(),
    encoding: BankFileEncoding.optional(),
    /** The line of the names, from 1; 0: there is none, and columns are numbers. */
    headerRow: z.number().int().min(0).max(CSV_LINES_MAX).default(1),
    /** So many rows at the end are sums, not movements. */
    footerRows: z.number().int().min(0).max(CSV_LINES_MAX).optional(),
    columns: z.strictObject({
      postedAt: Column,
      valueDate: Column.optional(),
      /** Signed, or with `direction`; else `debit` and `credit`, money out and in. */
      amount: Column.optional(),
      direction: Column.optional(),
      /** Whether the bank has booked the row. */
      status: Column.optional(),
      debit: Column.optional(),
      credit: Column.optional(),
      /** Taken off the amount: for files whose amounts are before fees. */
      fee: Column.optional(),
      balance: Column.optional(),
      currency: Column.optional(),
      account: Column.optional(),
      reference: Column.optional(),
      bankReference: Column.optional(),
      counterparty: Column.optional(),
      /** Who paid, where payer and payee have a column each; `counterparty` is then the payee. */
      payer: Column.optional(),
      description: z.array(Column).min(1).max(CSV_DESCRIPTIONS_MAX).optional(),
    }),
    /** `DD.MM.YYYY` and the like. */
    dateFormat: line(40).min(1),
    decimal: z.enum(['.', ',']).default('.'),
    /** What a direction column holds where money came in, and where it went out. */
    directions: z.strictObject({ in: Marks, out: Marks }).optional(),
    /** What a status column holds for what is booked, and for what is not: it is left out. */
    statuses: z.strictObject({ booked: Marks, notBooked: Marks }).optional(),
    /** What an amount above zero is; on credit cards often money out, and then a `credit` has a minus. */
    positive: z.enum(['in', 'out']).optional(),
  })
  .refine(({ columns: c }) => (c.amount !== undefined) !== (c.debit !== undefined && c.credit !== undefined), {
    path: ['columns', 'amount'],
    message: 'Name a column with amounts, or one for money out (debit) and one for money in (credit).',
  })
  .refine(({ columns: c }) => c.payer === undefined || c.counterparty !== undefined, {
    path: ['columns', 'counterparty'],
    message: 'A column of payers, for money in, needs one of counterparties, for money out.',
  });
export type CsvColumns = z.output<typeof CsvColumns>;

/** Entries of a file that are not booked yet, and entries of no amount: neither is a row. */
export const LeftOut = z.object({ pending: z.number().int(), zero: z.number().int() });

/** What of a file is no row, to stand behind a sentence: `; left out: 2 not booked yet`; empty where all of it is. */
export function leftOutWords({ pending, zero }: z.output<typeof LeftOut>): string {
  const parts = [pending === 0 ? [] : [`${pending} not booked yet`], zero === 0 ? [] : [`${zero} of no amount`]].flat();
  return parts.length === 0 ? '' : `; left out: ${parts.join(', ')}`;
}
