// OFX 1 (SGML) and OFX 2 (XML): statements of bank accounts and credit cards. Source: Open Financial Exchange 1.6 and 2.2.

import type { BankFileEncoding } from '@countinghouse/contract/bank-files';
import { decodeText, encodingNamed, headOf } from './decode.ts';
import { cleanAccount } from './iban.ts';
import { compareDays, type OfxTime, parseOfxTime, readOfxTime } from './ofx-time.ts';
import { readOfxTree } from './ofx-tree.ts';
import { BankFileFault, type BankLine, type BankStatement, type Place, quoteValue } from './statement.ts';
import { cleanReference, cleanWords, dayOfLine, lineOf, readAmount, readCurrency } from './values.ts';
import { childOf, textAt, type XmlElement } from './xml.ts';

/** Throws BankFileFault; returns statements in the order of the file. */
export function readOfx(bytes: Uint8Array): readonly BankStatement[] {
  const root = readOfxTree(decodeText(bytes, declaredEncoding(headOf(bytes)), true));
  const answers = findAll(root, ['STMTRS', 'CCSTMTRS']);
  if (answers.length > 0) return answers.map(readStatement);
  const failed = findAll(root, ['STATUS']).find((status) => textAt(status, 'SEVERITY')?.toUpperCase() === 'ERROR');
  if (failed !== undefined)
    throw new BankFileFault(
      'FORMAT_REFUSED',
      `The bank answered with an error: ${quoteValue(textAt(failed, 'MESSAGE') ?? textAt(failed, 'CODE') ?? '')}.`,
      {
        line: failed.line,
      },
    );
  const [invested] = findAll(root, ['INVSTMTRS']);
  if (invested !== undefined)
    throw new BankFileFault('FORMAT_REFUSED', 'This is a statement of investments: those of bank accounts and credit cards are read.', {
      line: invested.line,
      element: 'INVSTMTRS',
    });
  throw new BankFileFault('FIELD_MISSING', 'There is no statement of a bank account or credit card in it.', {
    line: root.line,
    element: 'STMTRS',
  });
}

/** OFX 1 has a header of its own, OFX 2 that of XML. */
function declaredEncoding(head: string): BankFileEncoding | 'utf-16' | null {
  const xml = /<\?xml[^>]*?\sencoding\s*=\s*["']([^"']*)["']/i.exec(head)?.[1];
  if (xml !== undefined) return encodingNamed(xml);
  const encoding = /ENCODING:\s*([A-Z0-9-]*?)\s*(?=CHARSET|COMPRESSION|OLDFILEUID|[\r\n<]|$)/i.exec(head)?.[1]?.toUpperCase() ?? '';
  if (encoding === 'UTF-8' || encoding === 'UNICODE' || encoding === 'UTF8') return encodingNamed(encoding);
  const charset = /CHARSET:\s*([A-Z0-9-]*?)\s*(?=COMPRESSION|OLDFILEUID|[\r\n<]|$)/i.exec(head)?.[1] ?? '';
  return charset === '' || /^NONE$/i.test(charset) ? null : encodingNamed(charset);
}

/** In the order of the file, not looking within one that was found. */
function findAll(root: XmlElement, names: readonly string[]): readonly XmlElement[] {
  if (names.includes(root.name)) return [root];
  return root.children.flatMap((child) => findAll(child, names));
}

function readStatement(statement: XmlElement): BankStatement {
  const place = (element: string): Place => ({ line: statement.line, element });
  const from = childOf(statement, 'BANKACCTFROM') ?? childOf(statement, 'CCACCTFROM');
  const account = cleanAccount(textAt(from, 'ACCTID'), place('ACCTID'));
  if (account === undefined) throw new BankFileFault('FIELD_MISSING', 'The statement does not name its account.', place('ACCTID'));
  const transactions = findAll(statement, ['STMTTRN']);
  const currency = readCurrency(textAt(statement, 'CURDEF') ?? currencyOfAll(transactions), place('CURDEF'));
  const lines: BankLine[] = [];
  let zero = 0;
  let debit: XmlElement | undefined;
  for (const transaction of transactions) {
    const line = readTransaction(transaction, currency);
    if (line === null) zero += 1;
    else lines.push(line);
    if (line !== null && MONEY_OUT.has(typeOf(transaction))) debit ??= transaction;
  }
  checkSigns(debit, lines);
  const days = lines.map(dayOfLine).toSorted(compareDays);
  const starts = daysAt(statement, 'DTSTART');
  const ends = daysAt(statement, 'DTEND');
  const first = starts[0] ?? days[0];
  const last = ends.at(-1) ?? days.at(-1);
  const closing = closingBalance(childOf(statement, 'LEDGERBAL'), currency, days.at(-1), ends.at(-1));
  const to = last ?? closing?.day;
  return {
    account,
    currency,
    reference: [first, to].filter((day) => day !== undefined).join('/'),
    ...(closing === undefined ? {} : { closingBalance: closing.amount }),
    ...(first === undefined ? {} : { from: first }),
    ...(to === undefined ? {} : { to }),
    lines,
    leftOut: { pending: findAll(statement, ['STMTTRNP']).length, zero },
  };
}

/** Types that are money out, unless they are taken back. ATM, POS, INT, XFER and PAYMENT, as of a credit card, go both ways. */
const MONEY_OUT: ReadonlySet<string> = new Set(['DEBIT', 'CHECK', 'FEE', 'SRVCHG', 'CASH', 'DIRECTDEBIT', 'REPEATPMT']);
const typeOf = (transaction: XmlElement): string => textAt(transaction, 'TRNTYPE')?.toUpperCase() ?? '';

/** A debit above zero takes one back, unless the bank writes no signs: where nothing is below zero that is not certain. */
function checkSigns(debit: XmlElement | undefined, lines: readonly BankLine[]): void {
  if (debit === undefined || lines.some(({ amount }) => amount < 0n)) return;
  throw new BankFileFault(
    'AMOUNT_INVALID',
    `This ${typeOf(debit)} is above zero, and nothing in the statement is below: whether it is money out is not certain. Ask the bank for amounts with signs.`,
    { line: debit.line, element: 'TRNAMT' },
  );
}

/** What each entry says where the statement says nothing; undefined where they do not agree. */
function currencyOfAll(transactions: readonly XmlElement[]): string | undefined {
  const all = new Set(transactions.map((transaction) => textAt(transaction, 'CURRENCY', 'CURSYM')));
  return all.size === 1 ? [...all][0] : undefined;
}

/** The days of all elements of that name, in order: a statement may have several lists. Banks fill them with zeros: those are none. */
const daysAt = (statement: XmlElement, name: string): readonly string[] =>
  findAll(statement, [name])
    .flatMap(({ text }) => parseOfxTime(text)?.day ?? [])
    .toSorted(compareDays);

function timeAt(element: XmlElement | undefined, name: string): OfxTime | undefined {
  const text = textAt(element, name);
  return text === undefined || element === undefined ? undefined : readOfxTime(text, { line: element.line, element: name });
}

/**
 * The balance of a day on which the list has ended, none before: of a later day, entries may be missing; of an earlier, others be in it.
 * None either where the bank leaves its day or amount open.
 */
function closingBalance(
  balance: XmlElement | undefined,
  currency: string,
  lastLine: string | undefined,
  listEnds: string | undefined,
): { readonly amount: bigint; readonly day: string } | undefined {
  const day = parseOfxTime(textAt(balance, 'DTASOF') ?? '')?.day;
  const written = textAt(balance, 'BALAMT');
  if (balance === undefined || day === undefined || written === undefined) return undefined;
  const amount = readAmount(written, currency, 'either', { line: balance.line, element: 'BALAMT' });
  if ((lastLine !== undefined && lastLine > day) || (listEnds !== undefined && day > listEnds)) return undefined;
  return { amount, day };
}

/** A point alone: what a bank writes that tells the balance of a day among the entries. */
const NO_AMOUNT = '.';

/** Null where nothing moved. */
function readTransaction(transaction: XmlElement, currency: string): BankLine | null {
  const { line } = transaction;
  const place = (element: string): Place => ({ line, element });
  const text = (...path: readonly string[]): string | undefined => textAt(transaction, ...path);
  if (text('CORRECTFITID') !== undefined)
    throw new BankFileFault(
      'FORMAT_REFUSED',
      'This corrects an earlier entry: a statement with the corrected one is needed.',
      place('CORRECTFITID'),
    );
  const other = text('CURRENCY', 'CURSYM');
  if (other !== undefined && readCurrency(other, place('CURSYM')) !== currency)
    throw new BankFileFault('CURRENCY_INVALID', `${quoteValue(other)} on an account in ${currency}.`, place('CURSYM'));
  const written = text('TRNAMT');
  const amount = written === NO_AMOUNT ? 0n : readAmount(written, currency, 'either', place('TRNAMT'));
  if (amount === 0n) return null;
  const posted = timeAt(transaction, 'DTPOSTED');
  if (posted === undefined) throw new BankFileFault('FIELD_MISSING', 'The entry has no day.', place('DTPOSTED'));
  return lineOf({
    postedAt: posted.instant ?? posted.day,
    postedOn: posted.instant === undefined ? undefined : posted.day,
    valueDate: timeAt(transaction, 'DTAVAIL')?.day,
    amount,
    reference: cleanReference(text('CHECKNUM') ?? text('CHKNUM'), place('CHECKNUM')) ?? cleanReference(text('REFNUM'), place('REFNUM')),
    description: cleanWords(text('MEMO'), place('MEMO')),
    counterparty: cleanWords(text('NAME') ?? text('PAYEE', 'NAME') ?? text('PAYEE'), place('NAME')),
    bankReference: cleanReference(text('FITID'), place('FITID')),
    line,
  });
}
