// What a bank's file comes to, whatever format it came in, and how a file is refused.

/** One statement of one account. */
export interface BankStatement {
  /** The account as the bank names it: an IBAN without spaces, or a number. */
  readonly account: string;
  /** ISO 4217. */
  readonly currency: string;
  /** The statement's id or number; banks repeat it, so it alone tells no two statements apart. */
  readonly reference: string;
  /** Units of 10⁻⁸, above zero where the bank owes us; absent where the file does not say. */
  readonly openingBalance?: bigint;
  /** As `openingBalance`. Where both are there, opening and lines come to it. */
  readonly closingBalance?: bigint;
  /** The first day, `YYYY-MM-DD`. */
  readonly from?: string;
  /** The last day, `YYYY-MM-DD`; `closingBalance` is as of its end. */
  readonly to?: string;
  readonly lines: readonly BankLine[];
  /** What the file has and `lines` has not. */
  readonly leftOut: LeftOut;
}

export interface LeftOut {
  /** Entries that the bank has not booked yet: they come again once they are. */
  readonly pending: number;
  /** Entries of no amount: they move nothing. */
  readonly zero: number;
}

/** One movement, in the order of the file. */
export interface BankLine {
  /** The booking day `YYYY-MM-DD`, or an instant in UTC (`2026-01-31T12:00:00.000000Z`) where the bank gives time and zone. */
  readonly postedAt: string;
  /** The day that it counts for at the bank, where `postedAt` is an instant, which may be of another day in UTC, or a value date alone; else absent. */
  readonly postedOn?: string;
  /** `YYYY-MM-DD` */
  readonly valueDate?: string;
  /** Units of 10⁻⁸, above zero where money came in; never zero. */
  readonly amount: bigint;
  /** What the customers call it: the end-to-end id, or the reference given with the order. */
  readonly reference?: string;
  /** In one line. */
  readonly description?: string;
  /** The name of the other side, or its account where there is no name. */
  readonly counterparty?: string;
  /** What the bank calls it. */
  readonly bankReference?: string;
  /** The line of the file on which it begins, from 1. */
  readonly line: number;
}

export type BankFileFaultCode =
  | 'FILE_TOO_LARGE'
  | 'FILE_EMPTY'
  | 'FORMAT_UNKNOWN'
  | 'FORMAT_REFUSED'
  | 'ENCODING_INVALID'
  | 'SYNTAX_INVALID'
  | 'TOO_DEEP'
  | 'TOO_LONG'
  | 'ENTITY_REFUSED'
  | 'TRUNCATED'
  | 'FIELD_MISSING'
  | 'FIELD_INVALID'
  | 'AMOUNT_INVALID'
  | 'CURRENCY_INVALID'
  | 'DATE_INVALID'
  | 'BALANCE_MISMATCH'
  | 'CONTROL_MISMATCH'
  | 'STATEMENT_TWICE'
  | 'NO_LINES'
  | 'MAPPING_INVALID';

/** Where in the file: a line from 1, and the element, tag, record or column. */
export interface Place {
  readonly line?: number;
  readonly element?: string;
}

/** So many rows, headers and footers among them, are read of a file; 100,000 movements are taken. */
export const ROWS_MAX = 101_000;

/** Why nothing of a file is taken. The message is a sentence for whoever sent the file, its place included. */
export class BankFileFault extends Error {
  readonly code: BankFileFaultCode;
  /** The message without its place. */
  readonly sentence: string;
  readonly line?: number;
  readonly element?: string;

  constructor(code: BankFileFaultCode, sentence: string, { line, element }: Place = {}) {
    const place = [line === undefined ? '' : `Line ${line}`, element ?? ''].filter((part) => part !== '').join(', ');
    super(place === '' ? sentence : `${place}: ${sentence}`);
    this.code = code;
    this.sentence = sentence;
    if (line !== undefined) this.line = line;
    if (element !== undefined) this.element = element;
  }
}

/** Said of files of XML or OFX that were put together. */
export const SECOND_DOCUMENT = 'Here a second document begins: send each of them as a file of its own.';

const SHOWN_MAX = 40;

/** A value of the file as a message may show it: short, in quotes, without control characters. */
export function quoteValue(value: string): string {
  const clean = value.slice(0, SHOWN_MAX + 1).replaceAll(/[\p{Cc}\p{Cf}]/gu, ' ');
  return `“${clean.length > SHOWN_MAX ? `${clean.slice(0, SHOWN_MAX)}…` : clean}”`;
}
