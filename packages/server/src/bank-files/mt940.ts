// MT940, the customer statement of SWIFT, in its blocks or bare, as banks and their programs write it. MT950 is the same without words.

import type { BankFileEncoding } from '@countinghouse/contract/bank-files';
import { decodeText } from './decode.ts';
import { cleanAccount, isIban } from './iban.ts';
import { readNarrative } from './mt940-narrative.ts';
import { joinPages, type Page } from './pages.ts';
import { BankFileFault, type BankLine, type BankStatement, type Place, quoteValue } from './statement.ts';
import { cleanReference, cleanWords, dayOfLine, lineOf, readAmount, readCompactDate, readCurrency, readDayNear, trimOf } from './values.ts';

interface Field {
  readonly tag: string;
  /** The value, one text a line of the file. */
  readonly lines: string[];
  /** The line of the file on which it begins, from 1. */
  readonly line: number;
}

const FIELD = /^:(\d{2}[A-Z]?|NS):(.*)$/s;
/** The rest of a time of which a line break has cut the hours: words, and no field. */
const CUT_TIME = /^:[0-5]\d:[0-5]\d(?!\d)/;
/** The type of the message on a line of its own, as some banks begin a file. */
const TYPE_LINE = /^:(9\d\d):$/;
/** A balance that closes, with the end of its message on the same line. */
const BALANCE = /^6[245][FM]?$/;
const END_BEHIND = /-\}.*$/s;
const FIELD_LINES_MAX = 200;
/** Of a telex line, or between files that were put together: no part of a line that it begins or ends. */
const FRAMING = /[^\P{Cc}\s]/u;
/** Header, application, user and trailer blocks, which may hold blocks themselves. */
const BLOCK = /^\{[1235S]:(?:[^{}]|\{[^{}]*\})*\}/;

/** Messages of the same fields that are no statements. */
const otherMessages: Readonly<Record<string, string>> = {
  '941': 'This is an MT941, a report of balances without entries. Use the MT940.',
  '942': 'This is an MT942, a report within the day: what it tells comes again with the statement. Use the MT940.',
};

/** Throws BankFileFault; returns statements in the order of the file, pages of one statement as one. */
export function readMt940(bytes: Uint8Array, encoding?: BankFileEncoding): readonly BankStatement[] {
  const text = decodeText(bytes, encoding ?? null, true);
  return joinPages(splitMessages(text.split(/\r\n|\r|\n/)).map(readMessage));
}

/** Fields by message. A message begins with :20:, or with :25: after the closing balance of another. */
function splitMessages(lines: readonly string[]): readonly (readonly Field[])[] {
  const messages: Field[][] = [];
  let open: Field[] | null = null;
  let closedBy: string | null = null;
  for (const [i, framed] of lines.entries()) {
    const line = i + 1;
    const given = trimOf(framed, FRAMING);
    const closed = open === null || closedBy !== null;
    const text = closed ? withoutBlocks(given, line) : given;
    const type = closed ? TYPE_LINE.exec(text)?.[1] : undefined;
    if (type !== undefined) {
      checkType(type, line);
      open = null;
      continue;
    }
    const m = FIELD.exec(text);
    if (m === null || (!closed && CUT_TIME.test(text) && endsWithHours(open?.at(-1)))) {
      if (closed && /^-(?:\}.*)?$/.test(text)) open = null;
      else if (open !== null) addLine(open.at(-1), text, line);
      else if (text.startsWith(':')) throw new BankFileFault('SYNTAX_INVALID', `${quoteValue(text)} is not a field.`, { line });
      continue;
    }
    const tag = m[1] ?? '';
    if (open === null || tag === '20' || (tag === '25' && closedBy === '62F')) {
      if (open !== null && !closed) throw unclosed(open);
      open = [];
      closedBy = null;
      messages.push(open);
    }
    if (tag === '62F' || tag === '62M') closedBy = tag;
    const [value = '', ended] = BALANCE.test(tag) ? (m[2] ?? '').split(END_BEHIND) : [m[2]];
    open.push({ tag, lines: [value], line });
    if (ended !== undefined && closedBy !== null) open = null;
  }
  return messages;
}

const endsWithHours = (field: Field | undefined): boolean => field?.tag === '86' && /\d\d$/.test(field.lines.at(-1) ?? '');

function addLine(field: Field | undefined, text: string, line: number): void {
  if (field === undefined || text.trim() === '') return;
  if (field.lines.length >= FIELD_LINES_MAX)
    throw new BankFileFault('TOO_LONG', `A field has more than ${FIELD_LINES_MAX} lines.`, { line });
  field.lines.push(text);
}

/** What a line between messages holds besides the blocks around one. */
function withoutBlocks(given: string, line: number): string {
  let text = given.trim();
  const start = text.search(/\{[1-5S]:/);
  if (start === -1 || !/^[\p{Cc}\s]*$/u.test(text.slice(0, start))) return text;
  text = text.slice(start);
  for (let block = BLOCK.exec(text); block !== null; block = BLOCK.exec(text)) {
    const type = /^\{2:[IO](\d{3})/.exec(block[0])?.[1];
    if (type !== undefined) checkType(type, line);
    text = text.slice(block[0].length).trimStart();
  }
  if (text.startsWith('{4:')) return text.slice(3).trimStart();
  if (text.startsWith('{')) throw new BankFileFault('TRUNCATED', 'A block has no end.', { line });
  return text;
}

function checkType(type: string, line: number): void {
  if (type !== '940' && type !== '950')
    throw new BankFileFault('FORMAT_REFUSED', otherMessages[type] ?? `This is an MT${type}, not an MT940.`, { line });
}

const unclosed = (fields: readonly Field[]): BankFileFault =>
  new BankFileFault('TRUNCATED', 'The statement has no closing balance: it is cut off.', {
    ...(fields[0] === undefined ? {} : { line: fields[0].line }),
    element: ':62F:',
  });

interface Balance {
  readonly currency: string;
  readonly amount: bigint;
  /** Absent where the bank writes zeros for it. */
  readonly day?: string;
}

function readMessage(fields: readonly Field[]): Page {
  const at = fields[0]?.line ?? 1;
  const find = (...tags: readonly string[]): Field | undefined => fields.find(({ tag }) => tags.includes(tag));
  const report = find('34F', '13D');
  if (report !== undefined)
    throw new BankFileFault('FORMAT_REFUSED', otherMessages['942'] ?? '', { line: report.line, element: `:${report.tag}:` });
  const [opening, closing] = [find('60F', '60M'), find('62F', '62M')];
  if (closing === undefined) throw unclosed(fields);
  if (opening === undefined)
    throw new BankFileFault('FIELD_MISSING', 'The statement has no opening balance.', { line: at, element: ':60F:' });
  const [first, last] = [readBalance(opening), readBalance(closing)];
  if (first.currency !== last.currency)
    throw new BankFileFault('CURRENCY_INVALID', `The statement opens in ${first.currency}.`, {
      line: closing.line,
      element: `:${closing.tag}:`,
    });
  const { lines, zero } = readLines(fields, first.currency, last.day);
  const from = lines.map(dayOfLine).reduce<string | undefined>((min, day) => (min === undefined || day < min ? day : min), undefined);
  return {
    statement: {
      account: readAccount(find('25', '25P'), first.currency, at),
      currency: first.currency,
      reference: readReference(find('28C', '28'), find('20'), at),
      openingBalance: first.amount,
      closingBalance: last.amount,
      ...(from === undefined ? {} : { from }),
      ...(last.day === undefined ? {} : { to: last.day }),
      lines,
      leftOut: { pending: 0, zero },
    },
    opensWithin: opening.tag === '60M',
    closesWithin: closing.tag === '62M',
  };
}

function readBalance({ tag, lines, line }: Field): Balance {
  const place = { line, element: `:${tag}:` };
  const value = lines.join('').trim();
  const m = /^([CD])(\d{6})([A-Z]{3})([\d.,'’\u00a0\u202f ]+)$/.exec(value);
  if (m === null) throw new BankFileFault('FIELD_INVALID', `${quoteValue(value)} is not a balance.`, place);
  const [, mark, day = '', currency, amount] = m;
  const code = readCurrency(currency, place);
  const units = readAmount(amount, code, 'either', place);
  return { currency: code, amount: mark === 'D' ? -units : units, ...(/^0+$/.test(day) ? {} : { day: readCompactDate(day, place) }) };
}

/** The IBAN, or what the bank writes; some write the currency behind it. */
function readAccount(field: Field | undefined, currency: string, line: number): string {
  const place = { line: field?.line ?? line, element: ':25:' };
  const account = cleanAccount(field?.lines[0], place);
  if (account === undefined) throw new BankFileFault('FIELD_MISSING', 'The statement does not name its account.', place);
  if (!account.toUpperCase().endsWith(currency)) return account;
  const before = account.slice(0, -currency.length).replaceAll(/[ /]/g, '').toUpperCase();
  return isIban(before) ? before : account;
}

/** The number of the statement; where the bank counts none, its reference. */
function readReference(number: Field | undefined, reference: Field | undefined, line: number): string {
  const counted = cleanWords(number?.lines[0], { line, element: ':28C:' })?.split('/')[0]?.trim();
  if (counted !== undefined && !/^0*$/.test(counted)) return counted.replace(/^0+/, '');
  const named = cleanWords(reference?.lines[0], { line, element: ':20:' });
  if (named === undefined)
    throw new BankFileFault('FIELD_MISSING', 'The statement has neither number nor reference.', { line, element: ':28C:' });
  return named;
}

/** Each :61: with the :86: that follow it; one after the closing balance speaks of the statement. */
function readLines(
  fields: readonly Field[],
  currency: string,
  closedOn: string | undefined,
): { readonly lines: readonly BankLine[]; readonly zero: number } {
  const lines: BankLine[] = [];
  let zero = 0;
  let words: string[] = [];
  let entry: Field | null = null;
  const finish = (): void => {
    if (entry === null) return;
    const line = readEntry(entry, words, currency, closedOn);
    if (line === null) zero += 1;
    else lines.push(line);
  };
  for (const field of fields) {
    if (field.tag === '86') {
      words.push(...field.lines);
      continue;
    }
    if (field.tag === 'NS') continue;
    finish();
    words = [];
    entry = field.tag === '61' ? field : null;
  }
  finish();
  return { lines, zero };
}

/**
 * Value date, entry date, mark, funds code, amount, type, both references. Real files lack the type or have a shorter one, have longer
 * references, and blanks between; some part thousands.
 */
const ENTRY =
  /^(\d{6})(\d{4}| {4})?(R?[CD])([A-Z])? ?(\d{1,3}(?:['’\u00a0\u202f ]\d{3})+[.,]\d*|[.,]?\d[\d.,]*) ?((?!NONREF)[NFS](?:[A-Z0-9]{3}|[A-Z0-9]{2} | {3}))?(.*)$/s;
/** A reference that fills its sixteen characters with blanks; behind them stands a name. */
const PADDED = /^(.{14} {2})(\S.*)$/s;
/** Stands for a reference of which the value is in :86:. */
const IN_NARRATIVE = /^(?:EREF|KREF|PREF|MARF)\+?$/;

/** Null where nothing moved. RC takes a credit back and is money out, RD takes a debit back and is money in. */
function readEntry({ lines, line }: Field, words: readonly string[], currency: string, closedOn: string | undefined): BankLine | null {
  const place = { line, element: ':61:' };
  const m = ENTRY.exec((lines[0] ?? '').trim());
  if (m === null) throw new BankFileFault('FIELD_INVALID', `${quoteValue(lines[0] ?? '')} is not an entry.`, place);
  const [, value = '', booked, mark, , written, , references = ''] = m;
  const units = readAmount(written, currency, 'either', place);
  if (units === 0n) return null;
  const valueDate = readValueDay(value, place);
  const [ours = '', ...banks] = references.split('//');
  const [, padded, beside] = PADDED.exec(ours) ?? [];
  const given = cleanReference(padded ?? ours, place);
  // Dutch banks have the account of the other side in its place, and its name on the next line.
  const account = given !== undefined && isIban(given) ? given : undefined;
  const reference = account === undefined ? given : undefined;
  const second = cleanWords(lines.slice(1).join(' '), place);
  const narrative = readNarrative(words, { line, element: ':86:' });
  const bookedOn = booked === undefined || booked.trim() === '' ? undefined : readDayNear(booked, valueDate, place);
  return lineOf({
    postedAt: bookedOn ?? valueDate,
    // Of what is booked there may be only when it counts from, and that may be days after the balance that has it in it.
    postedOn: bookedOn === undefined && closedOn !== undefined && closedOn < valueDate ? closedOn : undefined,
    valueDate,
    amount: mark === 'C' || mark === 'RD' ? units : -units,
    reference: narrative.reference ?? (reference !== undefined && IN_NARRATIVE.test(reference) ? narrative.order : reference),
    description: narrative.description ?? second,
    counterparty: narrative.counterparty ?? cleanWords(beside, place) ?? (account === undefined ? undefined : (second ?? account)),
    bankReference: cleanReference(banks.join('//'), place),
    line,
  });
}

/** Banks that count thirty days a month name days that February does not have: its last one stands for them. */
function readValueDay(text: string, place: Place): string {
  const last = Number(text.slice(0, 2)) % 4 === 0 ? '29' : '28';
  return readCompactDate(text.replace(/^(\d{2}02)(?:29|30)$/, `$1${last}`), place);
}
