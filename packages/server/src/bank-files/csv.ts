// CSV as the owner of the account says it is laid out. Nothing is guessed but the delimiter and the encoding.

import { CsvError, parse } from 'csv-parse/sync';
import { checkDebits, readMoved, readTurned, saysOneOf } from './csv-amounts.ts';
import { readDateBy } from './csv-dates.ts';
import type { CsvColumn, CsvMapping } from './csv-mapping.ts';
import { quoteBareCells } from './csv-quotes.ts';
import { checkRunning } from './csv-running.ts';
import { decodeText } from './decode.ts';
import { cleanAccount } from './iban.ts';
import { BankFileFault, type BankLine, type BankStatement, type Place, quoteValue, ROWS_MAX } from './statement.ts';
import { cleanReference, cleanWords, lineOf, readCurrency } from './values.ts';

const DELIMITERS = [';', ',', '\t', '|'] as const;
const RECORD_CHARS_MAX = 100_000;
const COLUMNS_MAX = 500;
const TOO_LONG = `A row has more than ${RECORD_CHARS_MAX} characters.`;

interface Row {
  readonly cells: readonly string[];
  /** The line of the file on which it begins, from 1. */
  readonly line: number;
}

/** A movement with what decides which statement it belongs to. `line` is undefined where nothing moved, or is not booked yet. */
interface Movement {
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
  checkMapping(mapping);
  const text = decodeText(bytes, mapping.encoding ?? null, true);
  const rows = parseRows(text, mapping);
  const header = mapping.headerRow === 0 ? undefined : rows[0];
  if (mapping.headerRow > 0 && header === undefined)
    throw invalidMapping(`The file has no line ${mapping.headerRow}, where its columns should be named.`);
  const body = rows.slice(header === undefined ? 0 : 1, rows.length - (mapping.footerRows ?? 0));
  const read = columnReader(header, mapping);
  const width = (header ?? body[0])?.cells.findLastIndex((cell) => cell.trim() !== '') ?? -1;
  const movements = body.map((row) => {
    checkWidth(row, width + 1, header !== undefined);
    return readMovement(row, mapping, read);
  });
  checkDebits(movements, mapping);
  const groups = Map.groupBy(movements, ({ account, currency }) => `${currency} ${account}`);
  return [...groups.values()].map(gather);
}

const invalidMapping = (sentence: string): BankFileFault => new BankFileFault('MAPPING_INVALID', sentence);

function checkMapping({ columns, directions, statuses, positive, account, currency, headerRow, footerRows }: CsvMapping): void {
  const { amount, direction, debit, credit, status } = columns;
  const signed = amount !== undefined && debit === undefined && credit === undefined;
  const parted = amount === undefined && direction === undefined && debit !== undefined && credit !== undefined;
  if (!signed && !parted) throw invalidMapping('Name either the column of the amount, or those of debit and credit.');
  if ((direction === undefined) !== (directions === undefined))
    throw invalidMapping('A column of directions needs the words for in and out, and they need it.');
  if ((status === undefined) !== (statuses === undefined))
    throw invalidMapping('A column of statuses needs the words for booked and not booked, and they need it.');
  if (positive !== undefined && (amount === undefined || direction !== undefined))
    throw invalidMapping('What is positive is said of signed amounts alone, not of a column of directions, nor of debit and credit.');
  if (columns.account === undefined && (account ?? '').trim() === '') throw invalidMapping('Name the account, or the column that does.');
  if (columns.currency === undefined && currency === undefined) throw invalidMapping('Name the currency, or the column that does.');
  if (![headerRow, footerRows ?? 0].every((n) => Number.isSafeInteger(n) && n >= 0))
    throw invalidMapping('Count header and footer rows from 0.');
}

const countBreaks = (cell: string): number => (cell.includes('\n') ? cell.split('\n').length - 1 : 0);

/** From the line of the names on: what is above has other columns and quotes. */
function parseRows(text: string, mapping: CsvMapping): readonly Row[] {
  checkRowLengths(text);
  const above = Math.max(mapping.headerRow, 1) - 1;
  const body = withoutLines(text, above);
  const delimiter = mapping.delimiter ?? findDelimiter(body);
  try {
    const parsed = parseQuoted(body, delimiter, above);
    if (parsed.length > ROWS_MAX) throw new BankFileFault('TOO_LONG', `Use a file of at most ${ROWS_MAX} rows.`);
    return parsed.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = (error as { readonly lines?: number }).lines;
    const sentence = error.code === 'CSV_MAX_RECORD_SIZE' ? TOO_LONG : 'The quotes of this row do not fit together.';
    throw new BankFileFault(
      error.code === 'CSV_MAX_RECORD_SIZE' ? 'TOO_LONG' : 'SYNTAX_INVALID',
      sentence,
      line === undefined ? {} : { line: above + line },
    );
  }
}

const BARE_QUOTE = 'INVALID_OPENING_QUOTE';

/** A row with the line that it begins on. The parser tells on which it ends. */
function rowOf(cells: readonly string[], above: number, { lines }: { readonly lines: number }): Row {
  const line = above + lines - cells.reduce((sum, cell) => sum + countBreaks(cell), 0);
  if (cells.length > COLUMNS_MAX) throw new BankFileFault('TOO_LONG', `A row has more than ${COLUMNS_MAX} columns.`, { line });
  return { cells, line };
}

/** The parser's own leave for quotes out of place would take rows for one cell. */
function parseQuoted(text: string, delimiter: string, above: number): readonly Row[] {
  const onRecord = (cells: readonly string[], at: { readonly lines: number }): Row => rowOf(cells, above, at);
  const parseStrictly = (given: string): readonly Row[] =>
    parse(given, {
      delimiter,
      to: ROWS_MAX + 1,
      // Its types know of no rows but those of texts.
      on_record: onRecord as unknown as (cells: string[]) => string[],
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: RECORD_CHARS_MAX,
    }) as unknown as readonly Row[];
  try {
    return parseStrictly(text);
  } catch (error) {
    if (!(error instanceof CsvError) || error.code !== BARE_QUOTE) throw error;
    return parseStrictly(quoteBareCells(text, delimiter));
  }
}

function withoutLines(text: string, count: number): string {
  let at = 0;
  for (let n = 0; n < count && at < text.length; n++) {
    const end = text.slice(at, at + RECORD_CHARS_MAX + 1).search(/[\r\n]/);
    if (end === -1) return '';
    at += end + (text.startsWith('\r\n', at + end) ? 2 : 1);
  }
  return text.slice(at);
}

/** Before anything is taken apart: a row without an end would be read as one cell. */
function checkRowLengths(text: string): void {
  let [cr, lf] = [text.indexOf('\r'), text.indexOf('\n')];
  for (let [line, start] = [1, 0]; start <= text.length; line += 1) {
    if (cr !== -1 && cr < start) cr = text.indexOf('\r', start);
    if (lf !== -1 && lf < start) lf = text.indexOf('\n', start);
    const end = Math.min(cr === -1 ? text.length : cr, lf === -1 ? text.length : lf);
    if (end - start > RECORD_CHARS_MAX) throw new BankFileFault('TOO_LONG', TOO_LONG, { line });
    start = end + (end === cr && lf === cr + 1 ? 2 : 1);
  }
}

/** The one that parts the header, or the first row, into the most cells. */
function findDelimiter(text: string): string {
  const first = text.slice(0, RECORD_CHARS_MAX).split(/[\r\n]/, 1)[0] ?? '';
  const count = (of: string): number => first.split(of).length;
  return DELIMITERS.reduce((best, d) => (count(d) > count(best) ? d : best));
}

type ReadCell = (row: Row, column: CsvColumn) => string;

/** Resolves each column once. */
function columnReader(header: Row | undefined, mapping: CsvMapping): ReadCell {
  const names = header?.cells.map((name) => name.trim().toLowerCase());
  const resolve = (column: CsvColumn): number => {
    if (typeof column === 'number') {
      if (!Number.isSafeInteger(column) || column < 1 || column > (header?.cells.length ?? COLUMNS_MAX))
        throw invalidMapping(`There is no column ${column}.`);
      return column - 1;
    }
    if (names === undefined) throw invalidMapping(`Without a header row columns are numbers: ${quoteValue(column)} is none.`);
    const name = column.trim().toLowerCase();
    const at = names.indexOf(name);
    if (at === -1)
      throw invalidMapping(`Line ${header?.line}: the header has no column ${quoteValue(column)}. It has: ${showNames(header)}.`);
    if (names.includes(name, at + 1))
      throw invalidMapping(`Line ${header?.line}: the header has the column ${quoteValue(column)} twice. Use its number.`);
    return at;
  };
  const at = new Map<CsvColumn, number>();
  for (const column of Object.values(mapping.columns).flat() as readonly CsvColumn[]) at.set(column, resolve(column));
  return ({ cells }, column) => (cells[at.get(column) ?? -1] ?? '').trim();
}

const NAMES_SHOWN_MAX = 20;

const showNames = (header: Row | undefined): string =>
  (header?.cells ?? [])
    .slice(0, NAMES_SHOWN_MAX)
    .map((name) => quoteValue(name.trim()))
    .join(', ');

/** A short row was cut off; a long one has its delimiter in a cell without quotes, and its columns are not where they should be. */
function checkWidth({ cells, line }: Row, width: number, named: boolean): void {
  if (cells.length < width && named)
    throw new BankFileFault('FIELD_MISSING', `This row has ${cells.length} cells, the header has ${width}.`, { line });
  if (cells.slice(width).some((cell) => cell.trim() !== '') && named)
    throw new BankFileFault('SYNTAX_INVALID', `This row has ${cells.length} cells, the header has ${width}.`, { line });
}

/** A word that is in neither list is not taken for either. */
function isPending(word: string, { statuses }: CsvMapping, place: Place): boolean {
  const [booked, not] = [saysOneOf(statuses?.booked, word), saysOneOf(statuses?.notBooked, word)];
  if (booked === not) throw new BankFileFault('FIELD_INVALID', `${quoteValue(word)} is none of the words for booked or not booked.`, place);
  return not;
}

function readMovement(row: Row, mapping: CsvMapping, read: ReadCell): Movement {
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
            counterparty: optional(columns.counterparty, cleanWords),
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
