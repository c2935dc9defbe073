// camt.053, the bank-to-customer statement of ISO 20022, versions 02 to 13. What differs between them is looked for in both places.

import { cleanAccount } from './iban.ts';
import { joinPages, type Page } from './pages.ts';
import { BankFileFault, type BankLine, type BankStatement, quoteValue, ROWS_MAX } from './statement.ts';
import { cleanReference, cleanWords, lineOf, readAmount, readCurrency, readXmlTime } from './values.ts';
import { childOf, childrenOf, decodeXml, elementAt, readXml, textAt, type XmlElement } from './xml.ts';

const NAMESPACE = /^urn:iso:std:iso:20022:tech:xsd:camt\.053\.001\.(\d{2})$/;
const VERSION_MIN = 2;
const VERSION_MAX = 13;

/** Messages that are taken for statements by mistake, by the element within their document. */
const otherMessages: Readonly<Record<string, string>> = {
  BkToCstmrAcctRpt: 'This is a camt.052, a report within the day: what it tells comes again with the statement. Use the camt.053.',
  BkToCstmrDbtCdtNtfctn: 'This is a camt.054, a notification of single entries: it has no balances. Use the camt.053.',
};

/** Throws BankFileFault; returns statements in the order of the file, pages of one statement as one. */
export function readCamt(bytes: Uint8Array): readonly BankStatement[] {
  const entriesOf = new Map<XmlElement, XmlEntry[]>();
  const ownOf = new Map<XmlElement, string | undefined>();
  let count = 0;
  const root = readXml(decodeXml(bytes), 'Ntry', (entry, parents) => {
    const statement = parents.at(-1);
    if (statement?.name !== 'Stmt') return;
    count += 1;
    if (count > ROWS_MAX)
      throw new BankFileFault('TOO_LONG', `The file has more than ${ROWS_MAX} entries.`, { line: entry.line, element: 'Ntry' });
    // Once a statement: what is around an entry may be long.
    if (!ownOf.has(statement)) ownOf.set(statement, accountOf(statement));
    const entries = entriesOf.get(statement) ?? [];
    entriesOf.set(statement, entries);
    entries.push(digest(entry, ownOf.get(statement)));
  });
  const messages = findMessages(root);
  for (const message of messages) checkVersion(message);
  const statements = messages
    .flatMap((message) => childrenOf(message, 'Stmt'))
    .map((statement) => readStatement(statement, entriesOf.get(statement) ?? []));
  if (statements.length === 0) throw new BankFileFault('FIELD_MISSING', 'There is no statement in the message.', { element: 'Stmt' });
  return joinPages(statements);
}

/** The elements that hold statements, in a document of its own or within an envelope of several. */
function findMessages(root: XmlElement): readonly XmlElement[] {
  const found: XmlElement[] = [];
  const visit = (element: XmlElement): void => {
    const other = otherMessages[element.name];
    if (other !== undefined) throw new BankFileFault('FORMAT_REFUSED', other, { line: element.line, element: element.name });
    if (element.name === 'BkToCstmrStmt') found.push(element);
    else for (const child of element.children) visit(child);
  };
  visit(root);
  if (found.length > 0) return found;
  throw new BankFileFault('FORMAT_UNKNOWN', `XML that begins with ${quoteValue(root.name)} is neither camt.053 nor OFX.`, {
    line: root.line,
  });
}

/** A message without namespace is read as it is: programs take it off. */
function checkVersion(message: XmlElement): void {
  if (message.uri === '') return;
  const version = NAMESPACE.exec(message.uri)?.[1];
  if (version !== undefined && Number(version) >= VERSION_MIN && Number(version) <= VERSION_MAX) return;
  const which = version === undefined ? `The namespace ${quoteValue(message.uri)}` : `camt.053.001.${version}`;
  throw new BankFileFault('FORMAT_REFUSED', `${which} is not read: versions 02 to 13 of camt.053.001 are.`, {
    line: message.line,
    element: message.name,
  });
}

/** What is kept of an entry until its statement's currency is known: nothing of its tree. */
interface XmlEntry {
  readonly line: number;
  readonly amount: string | undefined;
  readonly currency: string | undefined;
  readonly direction: string | undefined;
  readonly status: string;
  readonly bookedOn: string | undefined;
  readonly valueDate: string | undefined;
  readonly reference: string | undefined;
  readonly bankReference: string | undefined;
  readonly description: string | undefined;
  readonly counterparty: string | undefined;
}

const timeAt = (element: XmlElement, name: string): string | undefined => textAt(element, name, 'Dt') ?? textAt(element, name, 'DtTm');

/** The number of an account as it is written, for comparing. */
const accountOf = (element: XmlElement, of = 'Acct'): string | undefined =>
  (textAt(element, of, 'Id', 'IBAN') ?? textAt(element, of, 'Id', 'Othr', 'Id'))?.replaceAll(' ', '').toUpperCase();

/** `own`: the account of the statement. */
function digest(entry: XmlElement, own: string | undefined): XmlEntry {
  const details = childrenOf(entry, 'NtryDtls').flatMap((batch) => childrenOf(batch, 'TxDtls'));
  const single = details.length === 1 ? details[0] : undefined;
  const batch = elementAt(entry, 'NtryDtls', 'Btch');
  const direction = textAt(entry, 'CdtDbtInd');
  const paidToUs = (direction === 'CRDT') !== isTrue(textAt(entry, 'RvslInd'));
  const amount = childOf(entry, 'Amt');
  const at = { line: entry.line, element: 'Ntry' };
  return {
    line: entry.line,
    amount: amount?.text,
    currency: amount?.attributes['Ccy'],
    direction,
    status: textAt(entry, 'Sts') ?? textAt(entry, 'Sts', 'Cd') ?? textAt(entry, 'Sts', 'Prtry') ?? '',
    bookedOn: timeAt(entry, 'BookgDt'),
    valueDate: timeAt(entry, 'ValDt'),
    reference:
      cleanReference(textAt(single, 'Refs', 'EndToEndId'), at) ??
      cleanReference(textAt(single, 'Refs', 'InstrId'), at) ??
      cleanReference(textAt(single, 'Refs', 'ChqNb'), at) ??
      cleanReference(textAt(single, 'RmtInf', 'Strd', 'CdtrRefInf', 'Ref'), at) ??
      cleanReference(textAt(batch, 'PmtInfId'), at) ??
      cleanReference(textAt(batch, 'MsgId'), at) ??
      cleanReference(textAt(entry, 'NtryRef'), at),
    bankReference: cleanReference(textAt(entry, 'AcctSvcrRef'), at) ?? cleanReference(textAt(single, 'Refs', 'AcctSvcrRef'), at),
    description: cleanWords(details.length > 1 ? describeBatch(entry, details, paidToUs, own) : describe(entry, single), at),
    counterparty: cleanWords(nameOtherSide(single, paidToUs, own), at),
  };
}

const isTrue = (text: string | undefined): boolean => text === 'true' || text === '1';

/** What banks write for words that there are none of. */
const NOT_PROVIDED = /^NOT ?PROVIDED$/i;

/** What the payer wrote, freely and in fields; else what the bank says of the payment or the entry. */
const describe = (entry: XmlElement, single: XmlElement | undefined): string | undefined =>
  remittanceOf(single) ?? textAt(single, 'AddtlTxInf') ?? textAt(entry, 'AddtlNtryInf');

/** Characters of a batch's payments, about, and of one word of them: what a row can still show. */
const BATCH_CHARS = 1_000;
const PAYMENT_WORD_CHARS = 140;
/** Never half of a character that takes two. */
const shorten = (word: string): string =>
  word.length > PAYMENT_WORD_CHARS ? `${word.slice(0, PAYMENT_WORD_CHARS).replace(/[\ud800-\udbff]$/, '')}…` : word;

/** What the bank says of the batch, and behind it of each payment who, what for and how much, as many as there is room for. */
function describeBatch(entry: XmlElement, details: readonly XmlElement[], paidToUs: boolean, own: string | undefined): string | undefined {
  const told: string[] = [];
  let chars = 0;
  for (const [i, payment] of details.entries()) {
    if (chars >= BATCH_CHARS) {
      told.push(`and ${details.length - i} more`);
      break;
    }
    const reference = textAt(payment, 'Refs', 'EndToEndId');
    const what = remittanceOf(payment) ?? (reference === undefined || NOT_PROVIDED.test(reference) ? undefined : reference);
    const words = [nameOtherSide(payment, paidToUs, own), what].filter((word) => word !== undefined);
    if (words.length === 0) continue;
    const amount = textAt(payment, 'Amt') ?? textAt(payment, 'AmtDtls', 'TxAmt', 'Amt');
    const part = [...words.map(shorten), ...(amount === undefined ? [] : [amount])].join(', ');
    told.push(part);
    chars += part.length;
  }
  const parts = [textAt(entry, 'AddtlNtryInf'), told.length === 0 ? undefined : told.join('; ')].filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : parts.join(': ');
}

function remittanceOf(payment: XmlElement | undefined): string | undefined {
  const remittance = childOf(payment, 'RmtInf');
  const fields = childrenOf(remittance, 'Strd').flatMap((strd) => [
    textAt(strd, 'CdtrRefInf', 'Ref'),
    ...childrenOf(strd, 'RfrdDocInf').map((doc) => textAt(doc, 'Nb')),
    ...childrenOf(strd, 'AddtlRmtInf').map((more) => more.text),
  ]);
  const words = [...childrenOf(remittance, 'Ustrd').map((free) => free.text), ...fields].filter(
    (word) => word !== undefined && word !== '' && !NOT_PROVIDED.test(word),
  );
  return words.length > 0 ? words.join(' ') : undefined;
}

/**
 * Of money that came in, whoever paid; an entry that is taken back, or a payment that is returned, still names the parties as they first were:
 * whose account it is tells, where both are named.
 */
function nameOtherSide(single: XmlElement | undefined, paidToUs: boolean, own: string | undefined): string | undefined {
  const parties = childOf(single, 'RltdPties');
  if (parties === undefined) return undefined;
  const [likely, other] = paidToUs ? (['Dbtr', 'Cdtr'] as const) : (['Cdtr', 'Dbtr'] as const);
  const isOwn = (role: string): boolean => own !== undefined && accountOf(parties, `${role}Acct`) === own;
  const party = isOwn(likely) && !isOwn(other) && childOf(parties, other) !== undefined ? other : likely;
  for (const role of [party, `Ultmt${party}`]) {
    const side = childOf(parties, role);
    const name = textAt(side, 'Nm') ?? textAt(side, 'Pty', 'Nm');
    if (name !== undefined) return name;
  }
  return textAt(parties, `${party}Acct`, 'Id', 'IBAN') ?? textAt(parties, `${party}Acct`, 'Id', 'Othr', 'Id');
}

function readStatement(statement: XmlElement, entries: readonly XmlEntry[]): Page {
  const place = (element: string): { readonly line: number; readonly element: string } => ({ line: statement.line, element });
  const account =
    cleanAccount(textAt(statement, 'Acct', 'Id', 'IBAN') ?? textAt(statement, 'Acct', 'Id', 'Othr', 'Id'), place('Acct/Id')) ??
    missing('The statement does not name its account.', place('Acct/Id'));
  const balances = withoutCreditLines(childrenOf(statement, 'Bal'));
  const currency = readCurrency(
    textAt(statement, 'Acct', 'Ccy') ?? childOf(balances[0], 'Amt')?.attributes['Ccy'] ?? entries[0]?.currency,
    place('Acct/Ccy'),
  );
  const reference = cleanWords(textAt(statement, 'Id'), place('Id')) ?? missing('The statement has no id.', place('Id'));
  const typed = balances.map((balance) => ({ type: typeOf(balance), balance }));
  const find = (type: string): XmlElement | undefined => typed.find((b) => b.type === type)?.balance;
  const within = typed.filter((b) => b.type === 'ITBD').map((b) => b.balance);
  const opening = find('OPBD') ?? find('PRCD');
  const closing = typed.findLast((b) => b.type === 'CLBD')?.balance;
  const first = opening ?? (closing !== undefined || within.length > 1 ? within[0] : undefined);
  const last = closing ?? (opening !== undefined || within.length > 1 ? within.at(-1) : undefined);
  const from = textAt(statement, 'FrToDt', 'FrDtTm') ?? textAt(statement, 'FrToDt', 'FrDt') ?? dayOf(find('OPBD'));
  // A period may end with the first moment of the day after.
  const to = dayOf(closing) ?? textAt(statement, 'FrToDt', 'ToDtTm') ?? textAt(statement, 'FrToDt', 'ToDt');
  const lines: BankLine[] = [];
  const leftOut = { pending: 0, zero: 0 };
  for (const entry of entries) {
    const read = readEntry(entry, currency);
    if (typeof read === 'string') leftOut[read] += 1;
    else lines.push(read);
  }
  return {
    statement: {
      account,
      currency,
      reference,
      ...(first === undefined ? {} : { openingBalance: readBalance(first, currency) }),
      ...(last === undefined ? {} : { closingBalance: readBalance(last, currency) }),
      ...(from === undefined ? {} : { from: writtenDay(from, place('FrToDt')) }),
      ...(to === undefined ? {} : { to: writtenDay(to, place('FrToDt')) }),
      lines,
      leftOut,
    },
    opensWithin: opening === undefined && first !== undefined,
    closesWithin: closing === undefined && last !== undefined,
  };
}

const typeOf = (balance: XmlElement): string => textAt(balance, 'Tp', 'CdOrPrtry', 'Cd') ?? '';

/** Where a balance is told twice, without what may be borrowed and with it, the one without is what the account has. */
function withoutCreditLines(balances: readonly XmlElement[]): readonly XmlElement[] {
  const isWithLine = (balance: XmlElement): boolean => childrenOf(balance, 'CdtLine').some((line) => isTrue(textAt(line, 'Incl')));
  const bare = new Set(balances.filter((balance) => !isWithLine(balance)).map(typeOf));
  return balances.filter((balance) => !isWithLine(balance) || !bare.has(typeOf(balance)));
}

function missing(sentence: string, place: { readonly line: number; readonly element: string }): never {
  throw new BankFileFault('FIELD_MISSING', sentence, place);
}

const dayOf = (balance: XmlElement | undefined): string | undefined => (balance === undefined ? undefined : timeAt(balance, 'Dt'));

/** The day as it is written, in the bank's own zone. */
function writtenDay(text: string, place: { readonly line: number; readonly element: string }): string {
  readXmlTime(text, place);
  return text.slice(0, 10);
}

function readBalance(balance: XmlElement, currency: string): bigint {
  const amount = childOf(balance, 'Amt');
  return readSigned(
    { amount: amount?.text, currency: amount?.attributes['Ccy'], direction: textAt(balance, 'CdtDbtInd'), line: balance.line },
    currency,
    'Bal',
  );
}

function readSigned(given: Pick<XmlEntry, 'amount' | 'currency' | 'direction' | 'line'>, currency: string, element: string): bigint {
  const { line, direction } = given;
  if (given.currency !== undefined && given.currency !== currency)
    throw new BankFileFault('CURRENCY_INVALID', `${quoteValue(given.currency)} on an account in ${currency}.`, {
      line,
      element: `${element}/Amt`,
    });
  const amount = readAmount(given.amount, currency, '.', { line, element: `${element}/Amt` });
  if (amount < 0n) throw new BankFileFault('AMOUNT_INVALID', 'An amount has no sign of its own here.', { line, element: `${element}/Amt` });
  if (direction !== 'CRDT' && direction !== 'DBIT')
    throw new BankFileFault('FIELD_INVALID', `${quoteValue(direction ?? '')} is neither CRDT nor DBIT.`, {
      line,
      element: `${element}/CdtDbtInd`,
    });
  return direction === 'CRDT' ? amount : -amount;
}

const notBooked: ReadonlySet<string> = new Set(['PDNG', 'INFO', 'FUTR']);

/** A line, or why there is none. RvslInd does not turn the sign: CdtDbtInd says what the entry itself did. */
function readEntry(entry: XmlEntry, currency: string): BankLine | 'pending' | 'zero' {
  const { line } = entry;
  if (notBooked.has(entry.status)) return 'pending';
  if (entry.status !== '' && entry.status !== 'BOOK')
    throw new BankFileFault('FIELD_INVALID', `${quoteValue(entry.status)} is no status of an entry.`, { line, element: 'Ntry/Sts' });
  const amount = readSigned(entry, currency, 'Ntry');
  if (amount === 0n) return 'zero';
  const booked = entry.bookedOn ?? entry.valueDate ?? missing('The entry has no day.', { line, element: 'Ntry/BookgDt' });
  const postedAt = readXmlTime(booked, { line, element: 'Ntry/BookgDt' });
  const day = booked.slice(0, 10);
  const valueDate = entry.valueDate === undefined ? undefined : writtenDay(entry.valueDate, { line, element: 'Ntry/ValDt' });
  const { reference, description, counterparty, bankReference } = entry;
  return lineOf({
    postedAt,
    postedOn: postedAt === day ? undefined : day,
    valueDate,
    amount,
    reference,
    description,
    counterparty,
    bankReference,
    line,
  });
}
