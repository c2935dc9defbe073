// CSV as the owner of the account says it is laid out. Nothing is guessed but the delimiter and the encoding.

import { checkDebits, readMoved, readTurned, saysOneOf } from './csv-amounts.ts';
import { readDateBy } from './csv-dates.ts';
import type { CsvColumn, CsvMapping } from './csv-mapping.ts';
import { type CsvRow, checkWidth, columnReader, invalidMapping, parseRows, type ReadCell } from './csv-rows.ts';
import { checkRunning } from './csv-running.ts';
import { decodeText } from './decode.ts';
import { cleanAccount } from './iban.ts';
import { BankFileFault, type BankLine, type BankStatement, type Place, quoteValue } from './statement.ts';
import { cleanReference, cleanWords, lineOf, readCurrency } from './values.ts';

/** A movement with what decides which statement it belongs to. `line` is undefined where nothing moved, or is not booked yet. */
export interface Movement {
  readonly account: string;
  readonly currency: string;
  readonly line: BankLine | undefined;
  readonly amount: bigint;
  /** As the column of debits has it, with or without a minus. */
  readonly debit: bigint;
  readonly balance: bigint | undefined;
  readonly pending: boolean;
  readonly at: Place;
}

/** Throws BankFileFault, MAPPING_INVALID where the mapping does not fit itself or the header. One statement an account and currency. */
export function readCsv(bytes: Uint8Array, mapping: CsvMapping): readonly BankStatement[] {
  const { rows, read } = openCsv(decodeText(bytes, mapping.encoding ?? null, true), mapping);
  return statementsOf(rows.map(read), mapping);
}

interface OpenCsv {
  /** Without the names above and the sums below. */
  readonly rows: readonly CsvRow[];
  /** Throws BankFileFault. */
  readonly read: (row: CsvRow) => Movement;
}

/** The rows of a text, each to be read by itself. Throws BankFileFault, MAPPING_INVALID where the mapping does not fit itself or the header. */
export function openCsv(text: string, mapping: CsvMapping): OpenCsv {
  checkMapping(mapping);
  const all = parseRows(text, mapping);
  const header = mapping.headerRow === 0 ? undefined : all[0];
  if (mapping.headerRow > 0 && header === undefined)
    throw invalidMapping(`The file has no line ${mapping.headerRow}, where its columns should be named.`);
  const rows = all.slice(header === undefined ? 0 : 1, all.length - (mapping.footerRows ?? 0));
  const cellOf = columnReader(header, mapping);
  const width = (header ?? rows[0])?.cells.findLastIndex((cell) => cell.trim() !== '') ?? -1;
  const read = (row: CsvRow): Movement => {
    checkWidth(row, width + 1, header !== undefined);
    return readMovement(row, mapping, cellOf);
  };
  return { rows, read };
}

/** What all rows together come to. Throws BankFileFault where they contradict each other. */
export function statementsOf(movements: readonly Movement[], mapping: CsvMapping): readonly BankStatement[] {
  checkDebits(movements, mapping);
  const groups = Map.groupBy(movements, ({ account, currency }) => `${currency} ${account}`);
  return [...groups.values()].map(gather);
}

function checkMapping({ columns, directions, statuses, positive, account, currency, headerRow, footerRows }: CsvMapping): void {
  const { amount, direction, debit, credit, status } = columns;
  const signed = amount !== undefined && debit === undefined && credit === undefined;
  const parted = amount === undefined && direction === undefined && debit !== undefined && credit !== undefined;
  if (!signed && !parted) throw invalidMapping('Name either the column of the amount, or those of debit and credit.');
  if ((direction === undefined) !== (directions === undefined))
    throw invalidMapping('A column of directions needs the words for in and out, and they need it.');
  if ((status === undefined) !== (statuses === undefined))
    throw invalidMapping('A column of statuses needs the words for booked and not booked, and they need it.');
  if (positive !== undefined && direction !== undefined)
    throw invalidMapping('What is positive is said of amounts with signs, or of debit and credit, not beside a column of directions.');
  if (columns.payer !== undefined && columns.counterparty === undefined)
    throw invalidMapping('A column of payers, for money in, needs one of counterparties, for money out.');
  if (columns.account === undefined && (account ?? '').trim() === '') throw invalidMapping('Name the account, or the column that does.');
  if (columns.currency === undefined && currency === undefined) throw invalidMapping('Name the currency, or the column that does.');
  if (![headerRow, footerRows ?? 0].every((n) => Number.isSafeInteger(n) && n >= 0))
    throw invalidMapping('Count header and footer rows from 0.');
}

/** A word that is in neither list is not taken for either. */
function isPending(word: string, { statuses }: CsvMapping, place: Place): boolean {
  const [booked, not] = [saysOneOf(statuses?.booked, word), saysOneOf(statuses?.notBooked, word)];
  if (booked === not) throw new BankFileFault('FIELD_INVALID', `${quoteValue(word)} is none of the words for booked or not booked.`, place);
  return not;
}

function readMovement(row: CsvRow, mapping: CsvMapping, read: ReadCell): Movement {
  const { columns } = mapping;
  const { line } = row;
  const at = (column: CsvColumn): Place => ({ line, element: typeof column === 'number' ? `column ${column}` : column });
  const optional = <T>(column: CsvColumn | undefined, use: (text: string, place: Place) => T): T | undefined => {
    const text = column === undefined ? '' : read(row, column);
    return column === undefined || text === '' ? undefined : use(text, at(column));
  };
  const currency =
    optional(columns.currency, readCurrency) ?? readCurrency(mapping.currency, columns.currency === undefined ? {} : at(columns.currency));
  const account = optional(columns.account, cleanAccount) ?? cleanAccount(mapping.account, { line });
  if (account === undefined) throw new BankFileFault('FIELD_MISSING', 'This row does not name its account.', { line });
  const { status } = columns;
  if (status !== undefined && isPending(read(row, status), mapping, at(status)))
    return { account, currency, amount: 0n, debit: 0n, balance: undefined, pending: true, at: { line }, line: undefined };
  const { amount, debit } = readMoved({ cell: (column) => read(row, column), at, line }, mapping, currency);
  const day = (text: string, place: Place): string => readDateBy(mapping.dateFormat, text, place);
  const description = columns.description?.map((column) => read(row, column)).join(' ');
  return {
    account,
    currency,
    amount,
    debit,
    balance: optional(columns.balance, (text, place) => readTurned(text, currency, mapping, place)),
    pending: false,
    at: { line },
    line:
      amount === 0n
        ? undefined
        : lineOf({
            postedAt: day(read(row, columns.postedAt), at(columns.postedAt)),
            valueDate: optional(columns.valueDate, day),
            amount,
            reference: optional(columns.reference, cleanReference),
            description: cleanWords(description, { line }),
            counterparty: optional(amount > 0n ? (columns.payer ?? columns.counterparty) : columns.counterparty, cleanWords),
            bankReference: optional(columns.bankReference, cleanReference),
            line,
          }),
  };
}

function gather(movements: readonly Movement[]): BankStatement {
  const [first] = movements;
  if (first === undefined) throw new Error('a group has a member');
  const lines = movements.flatMap(({ line }) => line ?? []);
  const days = lines.map(({ postedAt }) => postedAt).toSorted((a, b) => (a < b ? -1 : 1));
  const [from, to] = [days[0], days.at(-1)];
  const balances = checkRunning(
    movements.filter(({ amount, balance }) => amount !== 0n || balance !== undefined),
    first.currency,
  );
  const pending = movements.filter((movement) => movement.pending).length;
  return {
    account: first.account,
    currency: first.currency,
    reference: from === undefined ? '' : `${from}/${to}`,
    ...balances,
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    lines,
    leftOut: { pending, zero: movements.length - lines.length - pending },
  };
}
