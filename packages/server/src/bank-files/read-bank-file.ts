// The entry: bytes that somebody sent, as statements. What the file is, is found in the file, never in its name.

import type { BankFileEncoding } from '@countinghouse/contract/bank-files';
import { readBai2 } from './bai2.ts';
import { checkBookedDay } from './booked-days.ts';
import { readCamt } from './camt.ts';
import { readCsv } from './csv.ts';
import type { CsvMapping } from './csv-mapping.ts';
import { readMt940 } from './mt940.ts';
import { readOfx } from './ofx.ts';
import { type BankFileFormat, recognize } from './recognize.ts';
import { BankFileFault, type BankStatement } from './statement.ts';
import { dayOfLine, showAmount } from './values.ts';

export interface BankFile {
  readonly format: BankFileFormat;
  /** In the order of the file; at least one has a line. */
  readonly statements: readonly BankStatement[];
}

export interface BankFileOptions {
  /** How to read a CSV file; a file of another format is read as that all the same. */
  readonly csv?: CsvMapping;
  /** Of MT940, BAI2 and CSV that are not UTF-8; else Windows-1252, or what the mapping of CSV says. */
  readonly encoding?: BankFileEncoding;
  /** `YYYY-MM-DD`: what is booked far ahead of it is refused. */
  readonly today?: string;
}

/**
 * Reads a bank's file whole, or throws BankFileFault and nothing of it counts. Of every statement with both balances,
 * opening and lines come to closing. Takes time with the length of the file: 10 MB some seconds, without a pause.
 */
export function readBankFile(bytes: Uint8Array, options: BankFileOptions = {}): BankFile {
  const format = recognize(bytes);
  const statements = readBy(format, bytes, options);
  for (const { lines } of statements) for (const line of lines) checkBookedDay(dayOfLine(line), options.today, { line: line.line });
  for (const statement of statements) checkBalances(statement);
  checkTwice(statements);
  checkLines(statements);
  return { format, statements };
}

/** Throws FORMAT_UNKNOWN for CSV of which nobody has said what its columns are. */
function readBy(format: BankFileFormat, bytes: Uint8Array, { csv, encoding }: BankFileOptions): readonly BankStatement[] {
  if (format === 'ofx') return readOfx(bytes);
  if (format === 'camt.053') return readCamt(bytes);
  if (format === 'bai2') return readBai2(bytes, encoding);
  if (format === 'mt940') return readMt940(bytes, encoding);
  if (csv !== undefined) return readCsv(bytes, encoding === undefined ? csv : { ...csv, encoding });
  throw new BankFileFault('FORMAT_UNKNOWN', 'This is not camt.053, MT940, BAI2 or OFX. If it is CSV, say first which column is what.');
}

/** Opening and lines come to closing. */
function checkBalances({ account, reference, currency, openingBalance, closingBalance, lines }: BankStatement): void {
  if (openingBalance === undefined || closingBalance === undefined) return;
  const moved = lines.reduce((sum, line) => sum + line.amount, 0n);
  if (openingBalance + moved === closingBalance) return;
  const show = (amountE8: bigint): string => showAmount(amountE8, currency);
  throw new BankFileFault(
    'BALANCE_MISMATCH',
    `Statement ${reference} of ${account} opens with ${show(openingBalance)}, and with its lines comes to ${show(openingBalance + moved)}, but closes with ${show(closingBalance)}. The difference is ${show(closingBalance - openingBalance - moved)}: a line is missing or was changed. Fetch the file from the bank again.`,
  );
}

/** The same statement twice in a file is a fault of whoever put the file together: one of them is not there twice at the bank. */
function checkTwice(statements: readonly BankStatement[]): void {
  const withLines = statements.filter(({ lines }) => lines.length > 0);
  const alike = Map.groupBy(withLines, ({ lines, ...statement }) => textOf([statement, lines.length]));
  for (const group of alike.values()) if (group.length > 1) checkLinesTwice(group);
}

/** Of statements that say the same of themselves. */
function checkLinesTwice(statements: readonly BankStatement[]): void {
  const seen = new Set<string>();
  for (const { lines, account, reference } of statements) {
    const key = textOf(lines.map(({ line: _, ...line }) => line));
    if (seen.has(key)) {
      const at = lines[0]?.line;
      throw new BankFileFault('STATEMENT_TWICE', `Statement ${reference} of ${account} is in the file twice.`, {
        ...(at === undefined ? {} : { line: at }),
      });
    }
    seen.add(key);
  }
}

const textOf = (value: object): string => JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? part.toString() : part));

/** A file that moves nothing is never taken for done. */
function checkLines(statements: readonly BankStatement[]): void {
  if (statements.some(({ lines }) => lines.length > 0)) return;
  const pending = statements.reduce((sum, { leftOut }) => sum + leftOut.pending, 0);
  const why = pending === 0 ? '' : ` ${pending} that the bank has not booked yet ${pending === 1 ? 'is' : 'are'} left out.`;
  throw new BankFileFault('NO_LINES', `The file has no booked entries.${why}`);
}
