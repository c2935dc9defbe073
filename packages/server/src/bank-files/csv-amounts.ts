// The amount of a row of CSV: in one column with a sign or a word, or in two for money out and in.

import type { CsvColumn, CsvMapping } from './csv-mapping.ts';
import { BankFileFault, type Place, quoteValue } from './statement.ts';
import { readAmount } from './values.ts';

/** Cells of one row by their columns, and what a fault says of where one is. */
export interface RowCells {
  readonly cell: (column: CsvColumn) => string;
  readonly at: (column: CsvColumn) => Place;
  readonly line: number;
}

interface Amount {
  /** Units of 10⁻⁸, above zero where money came in; less the fee. */
  readonly amount: bigint;
  /** As the column of debits has it, with or without a minus. */
  readonly debit: bigint;
}

const NOTHING_MOVED: Amount = { amount: 0n, debit: 0n };

/** In a column of debits or credits: an empty cell, or a dash. */
const NOTHING = /^[-\u2012-\u2015\u2212]?$/;

/** Whether any of the words is meant, in any case. */
export const saysOneOf = (words: readonly string[] | undefined, word: string): boolean =>
  words?.some((w) => w.trim().toLowerCase() === word.toLowerCase()) === true;

/** What a row moves: its amount less its fee, where the fee has a column. */
export function readMoved(row: RowCells, mapping: CsvMapping, currency: string): Amount {
  const { amount, debit } = readGross(row, mapping, currency);
  return { amount: amount - readFee(row, mapping, currency), debit };
}

/** A fee below zero is given back, or is how the bank writes all of them: only balances tell which. */
function readFee(row: RowCells, { columns: { fee, balance }, decimal }: CsvMapping, currency: string): bigint {
  if (fee === undefined) return 0n;
  const text = row.cell(fee);
  const units = NOTHING.test(text) ? 0n : readDecimal(text, currency, decimal, row.at(fee));
  if (units >= 0n || balance !== undefined) return units;
  throw new BankFileFault(
    'AMOUNT_INVALID',
    'This fee is below zero: whether it is taken or given back is not certain. Map the column of net amounts instead, or that of balances too.',
    row.at(fee),
  );
}

/**
 * Without an amount nothing is moved where balances are mapped, which show it: banks tell the balance before the first row so, and the
 * parts of a batch below it. Else that is a fault.
 */
function readGross(row: RowCells, mapping: CsvMapping, currency: string): Amount {
  const { columns, directions, decimal, positive } = mapping;
  const { amount, direction, debit, credit } = columns;
  const told = columns.balance !== undefined;
  if (amount !== undefined) {
    const text = row.cell(amount);
    if (text === '' && told) return NOTHING_MOVED;
    const at = row.at(amount);
    if (direction === undefined) return { amount: readTurned(text, currency, mapping, at), debit: 0n };
    const units = readDecimal(text, currency, decimal, at);
    if (units < 0n) throw new BankFileFault('AMOUNT_INVALID', 'The amount has a sign besides its direction.', at);
    const word = row.cell(direction);
    if (saysOneOf(directions?.in, word) === saysOneOf(directions?.out, word))
      throw new BankFileFault('FIELD_INVALID', `${quoteValue(word)} is none of the words for money in or out.`, row.at(direction));
    return { amount: saysOneOf(directions?.in, word) ? units : -units, debit: 0n };
  }
  if (debit === undefined || credit === undefined) throw new Error('the mapping was checked');
  const [out, into] = [debit, credit].map((column) => {
    const text = row.cell(column);
    return NOTHING.test(text) ? undefined : readDecimal(text, currency, decimal, row.at(column));
  });
  if (out === undefined && into === undefined) {
    if (told) return NOTHING_MOVED;
    throw new BankFileFault('FIELD_MISSING', 'This row has neither debit nor credit.', { line: row.line });
  }
  // An empty cell is no movement on its side.
  const [outE8, intoE8] = [out ?? 0n, into ?? 0n];
  if (outE8 !== 0n && intoE8 !== 0n) throw new BankFileFault('FIELD_INVALID', 'This row has both debit and credit.', { line: row.line });
  if (positive === 'out') return { amount: readOwed(outE8, intoE8, row, { debit, credit }), debit: outE8 };
  if (intoE8 < 0n)
    throw new BankFileFault(
      'AMOUNT_INVALID',
      'A credit has no sign, unless it is of a credit card: if it is, say that above zero is money out.',
      row.at(credit),
    );
  return { amount: intoE8 - (outE8 < 0n ? -outE8 : outE8), debit: outE8 };
}

/** Of a credit card: a debit is owed, and above zero; a credit is owed less, and below. What has the other sign may be one that is taken back. */
function readOwed(
  out: bigint,
  into: bigint,
  row: RowCells,
  { debit, credit }: { readonly debit: CsvColumn; readonly credit: CsvColumn },
): bigint {
  if (out < 0n) throw new BankFileFault('AMOUNT_INVALID', 'Where above zero is money out, a debit has no minus.', row.at(debit));
  if (into > 0n) throw new BankFileFault('AMOUNT_INVALID', 'Where above zero is money out, a credit has a minus.', row.at(credit));
  return -out - into;
}

/** Behind an amount: the bank's words for money in and out, of a balance for what it owes and is owed. */
const IN_OR_OUT = /[\d\s.](CR|DR)$/i;
const IN_OR_OUT_LENGTH = 3;

/** A signed amount or a balance: a sign, brackets, or CR and DR, one of them. Where `positive` says so, the sign is turned. */
export function readTurned(text: string, currency: string, { decimal, positive }: CsvMapping, place: Place): bigint {
  const mark = IN_OR_OUT.exec(text.slice(-IN_OR_OUT_LENGTH))?.[1];
  if (mark === undefined) {
    const units = readDecimal(text, currency, decimal, place);
    return positive === 'out' ? -units : units;
  }
  const units = readDecimal(text.slice(0, -mark.length).trim(), currency, decimal, place);
  if (units < 0n || positive !== undefined)
    throw new BankFileFault(
      'AMOUNT_INVALID',
      `${quoteValue(text)} has ${units < 0n ? 'a sign' : 'a mapped sign'} besides CR or DR.`,
      place,
    );
  return mark.toUpperCase() === 'CR' ? units : -units;
}

/** Spreadsheets and screens add a currency, a longer minus, or brackets for less than zero. */
function readDecimal(text: string, currency: string, mark: '.' | ',', place: Place): bigint {
  if (/^[+-]?[\d.,]+$/.test(text)) return readAmount(text, currency, mark, place);
  const plain = text
    .replaceAll(/[\u2212\u2013]/g, '-')
    .replaceAll(/\p{Sc}/gu, '')
    .replace(/^[A-Z]{3}|[A-Z]{3}$/i, (code) => (code.toUpperCase() === currency ? '' : code))
    .trim();
  const bracketed = /^\((.*)\)$/.exec(plain)?.[1];
  if (bracketed === undefined) return readAmount(plain, currency, mark, place);
  // A sign within: whether the brackets turn it nobody can say.
  if (/[+-]/.test(bracketed)) throw new BankFileFault('AMOUNT_INVALID', `${quoteValue(text)} has both a sign and brackets.`, place);
  return -readAmount(bracketed, currency, mark, place);
}

/** Some banks write a minus before every debit, others before one that takes a debit back: in one file it cannot be both. */
export function checkDebits(movements: readonly { readonly debit: bigint; readonly at: Place }[], { columns }: CsvMapping): void {
  const debits = movements.filter(({ debit }) => debit !== 0n);
  const [first] = debits;
  const other = debits.find(({ debit }) => debit < 0n !== (first?.debit ?? 0n) < 0n);
  if (first === undefined || other === undefined) return;
  const [minus, none] = other.debit < 0n ? ['a minus', 'none'] : ['no minus', 'one'];
  throw new BankFileFault(
    'AMOUNT_INVALID',
    `This debit has ${minus}, that of line ${first.at.line} has ${none}: one of them may be a debit that is taken back. Map a column of signed amounts instead.`,
    { ...other.at, element: typeof columns.debit === 'number' ? `column ${columns.debit}` : (columns.debit ?? '') },
  );
}
