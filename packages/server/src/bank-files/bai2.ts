// BAI2, the cash management balance reporting of American banks: groups of accounts, their sums and entries, each level with totals
// that are held against what was read. Source: BAI, Cash Management Balance Reporting Specifications, version 2.

import type { BankFileEncoding } from '@countinghouse/contract/bank-files';
import { AMOUNT_DECIMALS } from '@countinghouse/kernel/money/amount';
import { minorUnitsOf } from '@countinghouse/kernel/money/iso4217';
import { type Bai2Record, splitRecords } from './bai2-records.ts';
import { decodeText } from './decode.ts';
import { cleanAccount } from './iban.ts';
import { BankFileFault, type BankLine, type BankStatement, type Place, quoteValue } from './statement.ts';
import { cleanReference, cleanWords, lineOf, readCompactDate, readCurrency } from './values.ts';

/** Where neither group nor account names a currency. */
const CURRENCY_DEFAULT = 'USD';
const OPENING_LEDGER = '010';
const CLOSING_LEDGER = '015';
const INTERIM_SAME_DAY = '3';

/** What a group that does not add entries is. */
const otherGroups: Readonly<Record<string, string>> = {
  '2': 'This group deletes what an earlier file reported.',
  '3': 'This group corrects what an earlier file reported.',
  '4': 'This group is a test.',
};

/** The records of a level that is open: how many there were, and what they come to. */
interface Level {
  readonly line: number;
  records: number;
  members: number;
  /** In digits as they are written, whatever the currency. */
  total: bigint;
}

interface Group extends Level {
  readonly day: string;
  readonly currency: string;
  readonly reference: string;
}

interface Account extends Level {
  readonly account: string;
  readonly currency: string;
  readonly sums: ReadonlyMap<string, bigint>;
  readonly lines: BankLine[];
  zero: number;
}

/** Throws BankFileFault; returns a statement an account and group, in the order of the file. */
export function readBai2(bytes: Uint8Array, encoding?: BankFileEncoding): readonly BankStatement[] {
  const statements: BankStatement[] = [];
  let file: (Level & { readonly id: string }) | null = null;
  let group: Group | null = null;
  let account: Account | null = null;
  let end = 1;
  for (const record of splitRecords(decodeText(bytes, encoding ?? null, true))) {
    const misplaced = (): BankFileFault =>
      new BankFileFault('SYNTAX_INVALID', `A record ${record.code} does not belong here.`, { line: record.line, element: record.code });
    for (const level of [file, group, account]) if (level !== null) level.records += record.parts.length;
    end = record.line;
    if (record.code === '01') {
      if (file !== null) throw misplaced();
      file = openFile(record);
    } else if (record.code === '02') {
      if (file === null || group !== null) throw misplaced();
      group = openGroup(record, file.id);
    } else if (record.code === '03') {
      if (group === null || account !== null) throw misplaced();
      account = openAccount(record, group.currency);
    } else if (record.code === '16') {
      if (group === null || account === null) throw misplaced();
      addEntry(record, account, group.day);
    } else if (record.code === '49') {
      if (group === null || account === null) throw misplaced();
      checkTrailer(record, account, null);
      statements.push(close(account, group));
      group.members += 1;
      group.total += account.total;
      account = null;
    } else if (record.code === '98') {
      if (file === null || group === null || account !== null) throw misplaced();
      checkTrailer(record, group, 'accounts');
      file.members += 1;
      file.total += group.total;
      group = null;
    } else if (record.code === '99') {
      if (file === null || group !== null) throw misplaced();
      checkTrailer(record, file, 'groups');
      file = null;
    } else throw new BankFileFault('SYNTAX_INVALID', `There is no record ${quoteValue(record.code)} in BAI2.`, { line: record.line });
  }
  if (file !== null) throw new BankFileFault('TRUNCATED', 'The file has no trailer (99): it is cut off.', { line: end });
  return statements;
}

const fieldsOf = (record: Bai2Record): readonly string[] => record.parts.flatMap((part) => part.split(','));
const level = (record: Bai2Record): Level => ({ line: record.line, records: record.parts.length, members: 0, total: 0n });

function openFile(record: Bai2Record): Level & { readonly id: string } {
  const [, , , , id = '', , , version = ''] = fieldsOf(record);
  if (version.trim() !== '2' && version.trim() !== '')
    throw new BankFileFault('FORMAT_REFUSED', `BAI version ${quoteValue(version)} is not read: version 2 is.`, {
      line: record.line,
      element: '01',
    });
  return { ...level(record), id: id.trim() };
}

function openGroup(record: Bai2Record, fileId: string): Group {
  const [, , status = '', date = '', , currency = '', modifier = ''] = fieldsOf(record).map((field) => field.trim());
  const place = { line: record.line, element: '02' };
  const other = otherGroups[status];
  if (other !== undefined) throw new BankFileFault('FORMAT_REFUSED', `${other} Only what adds entries is read.`, place);
  if (modifier === INTERIM_SAME_DAY)
    throw new BankFileFault(
      'FORMAT_REFUSED',
      'This group is a report within the day: what it tells comes again with the statement.',
      place,
    );
  const day = readCompactDate(date, place);
  return {
    ...level(record),
    day,
    currency: currency === '' ? CURRENCY_DEFAULT : readCurrency(currency, place),
    reference: fileId === '' ? day : `${day}/${fileId}`,
  };
}

/** Sums in fours: type, amount, count, funds type, and what that asks for. A continuation may leave out what is empty at the end. */
function openAccount(record: Bai2Record, groupCurrency: string): Account {
  const place = { line: record.line, element: '03' };
  const [[number, code = '', ...rest] = [], ...more] = record.parts.map((part) => part.split(',').map((field) => field.trim()));
  const account = cleanAccount(number, place);
  if (account === undefined) throw new BankFileFault('FIELD_MISSING', 'The record does not name its account.', place);
  const currency = code === '' ? groupCurrency : readCurrency(code, place);
  const fields: string[] = [];
  let open = 0;
  for (const part of [rest, ...more]) {
    open = lastSum(fields, open, place);
    if (/^\d{3}$/.test(part[0] ?? '')) endSum(fields, open);
    for (const field of part) fields.push(field);
  }
  const sums = new Map<string, bigint>();
  let total = 0n;
  for (let at = 0; at < fields.length; ) {
    const [type = '', amount = ''] = fields.slice(at, at + 2);
    if (type === '' && amount === '') {
      at += 4;
      continue;
    }
    if (!/^\d{3}$/.test(type)) throw new BankFileFault('FIELD_INVALID', `${quoteValue(type)} is not a type code.`, place);
    const digits = amount === '' ? 0n : readDigits(amount, place);
    if (!sums.has(type) && amount !== '') sums.set(type, unitsOf(digits, currency));
    total += digits;
    at += 3;
    at += fundsLength(fields, at, place);
  }
  return { ...level(record), account, currency, sums, lines: [], zero: 0, total };
}

/** Where the last sum begins, from one on that is known to begin one: behind all, where that is whole. */
function lastSum(fields: readonly string[], from: number, place: Place): number {
  let at = from;
  while (fields.length - at >= 4) {
    const counted = fields.length - at === 4 && /^D$/i.test(fields[at + 3] ?? '');
    const next = counted ? Number.POSITIVE_INFINITY : at + 3 + fundsLength(fields, at + 3, place);
    if (next > fields.length) break;
    at = next;
  }
  return at;
}

/**
 * Three digits begin the next continuation. They are a type code, and what the last sum lacks was empty; unless that has only its own
 * type code, or is within what its funds type asks for: then they go on with it.
 */
function endSum(fields: string[], at: number): void {
  const open = fields.slice(at);
  if (open.every((field) => field === '')) fields.splice(at);
  else if (open.length === 2 || open.length === 3) fields.push(...new Array<string>(4 - open.length).fill(''));
}

/** How many fields from a funds type on belong to it: V a date and time, S three amounts, D a count and so many pairs. */
function fundsLength(fields: readonly string[], at: number, place: Place): number {
  const kind = (fields[at] ?? '').trim().toUpperCase();
  if (kind === '' || /^[Z012]$/.test(kind)) return 1;
  if (kind === 'V') return 3;
  if (kind === 'S') return 4;
  const pairs = (fields[at + 1] ?? '').trim();
  if (kind === 'D' && /^\d{1,2}$/.test(pairs)) return 2 + 2 * Number(pairs);
  throw new BankFileFault('FIELD_INVALID', `${quoteValue(kind)} is not a funds type.`, place);
}

/** An amount as it is written: digits without a point, as totals count them. Its last digits are the currency's decimals. */
function readDigits(text: string, place: Place): bigint {
  const given = text.trim();
  if (!/^[+-]?\d{1,20}$/.test(given))
    throw new BankFileFault('AMOUNT_INVALID', `${quoteValue(given)} is not an amount in minor units.`, place);
  return BigInt(given.replace(/^\+/, ''));
}

const unitsOf = (digits: bigint, currency: string): bigint => digits * 10n ** BigInt(AMOUNT_DECIMALS - minorUnitsOf(currency));

/** Detail codes: 101 to 399 and 920 to 959 come in, 401 to 699 and 960 to 999 go out; 890 is a message. Loans (700 to 799) go both ways. */
function signOf(type: string, place: Place): bigint {
  const code = /^\d{3}$/.test(type) ? Number(type) : 0;
  if ((code >= 100 && code <= 399) || (code >= 920 && code <= 959)) return 1n;
  if ((code >= 400 && code <= 699) || code >= 960) return -1n;
  if (code === 890) return 0n;
  throw new BankFileFault('FIELD_INVALID', `The type ${quoteValue(type)} does not say whether money came in or went out.`, place);
}

/** Type, amount, funds, the bank's reference, the customer's, and text to the end, over as many continuations as there are. */
function addEntry(record: Bai2Record, account: Account, day: string): void {
  const { line } = record;
  const place = { line, element: '16' };
  const { fields, text } = entryFields(record, place);
  const [type = '', written = ''] = fields;
  const { currency } = account;
  const digits = written === '' ? 0n : readDigits(written, place);
  account.total += digits;
  const amount = unitsOf(digits, currency) * signOf(type, place);
  if (amount === 0n) {
    account.zero += 1;
    return;
  }
  const [funds = '', valueDay = ''] = fields.slice(2);
  const [bank, ours] = fields.slice(-2);
  account.lines.push(
    lineOf({
      postedAt: day,
      valueDate: funds.toUpperCase() === 'V' && valueDay !== '' ? readCompactDate(valueDay, place) : undefined,
      amount,
      reference: cleanReference(ours, place),
      description: cleanWords(text, place),
      counterparty: undefined,
      bankReference: cleanReference(bank, place),
      line,
    }),
  );
}

/** The fields up to both references, then text. A continuation without a comma where a reference is due is text already. */
function entryFields(record: Bai2Record, place: Place): { readonly fields: readonly string[]; readonly text: string } {
  const fields: string[] = [];
  let wanted = 5;
  for (const [i, part] of record.parts.entries()) {
    if (i > 0 && fields.length >= 2 && !part.includes(',')) {
      wanted = Math.min(wanted, fields.length);
    }
    const given = part.split(',');
    while (fields.length < wanted && given.length > 0) {
      fields.push((given.shift() ?? '').trim());
      if (fields.length === 3 || (fields.length === 4 && fields[2]?.toUpperCase() === 'D')) wanted = wantedFields(fields, place);
    }
    if (fields.length < wanted) continue;
    const text = [given.join(','), ...record.parts.slice(i + 1)].map((words) => words.trim()).filter((words) => words !== '');
    return { fields: padded(fields, place), text: text.join(' ') };
  }
  return { fields: padded(fields, place), text: '' };
}

/** Type, amount, funds with what belongs to it, two references. */
function wantedFields(fields: readonly string[], place: Place): number {
  const counted = fields[2]?.toUpperCase() === 'D' && fields.length < 4 ? 2 : fundsLength(fields, 2, place);
  return 2 + counted + 2;
}

/** What a short record leaves out at its end is empty. */
function padded(fields: readonly string[], place: Place): readonly string[] {
  const wanted = wantedFields([...fields, '', '', ''].slice(0, Math.max(4, fields.length)), place);
  return [...fields, ...new Array<string>(Math.max(0, wanted - fields.length)).fill('')];
}

/** Total, members (groups or accounts) and records, as far as the trailer names them. */
function checkTrailer(record: Bai2Record, { total, members, records }: Level, what: 'accounts' | 'groups' | null): void {
  const place = { line: record.line, element: record.code };
  const [stated = '', ...counts] = fieldsOf(record).map((field) => field.trim());
  const compare = (name: string, given: string, counted: bigint): void => {
    if (given === '') return;
    if (!/^[+-]?\d{1,30}$/.test(given)) throw new BankFileFault('FIELD_INVALID', `${quoteValue(given)} is not a number of ${name}.`, place);
    if (BigInt(given.replace(/^\+/, '')) !== counted)
      throw new BankFileFault('CONTROL_MISMATCH', `The trailer says ${given} for ${name}, but it comes to ${counted}.`, place);
  };
  compare('the total', stated, total);
  if (what !== null) compare(what, counts[0] ?? '', BigInt(members));
  compare('records', counts[what === null ? 0 : 1] ?? '', BigInt(records));
}

function close({ account, currency, sums, lines, zero }: Account, { day, reference }: Group): BankStatement {
  const [opening, closing] = [sums.get(OPENING_LEDGER), sums.get(CLOSING_LEDGER)];
  return {
    account,
    currency,
    reference,
    ...(opening === undefined ? {} : { openingBalance: opening }),
    ...(closing === undefined ? {} : { closingBalance: closing }),
    from: day,
    to: day,
    lines,
    leftOut: { pending: 0, zero },
  };
}
