// Statements as a bank would print them, in every format that is read: made by tests, read back by them.

import { fc } from '@fast-check/vitest';

/** A statement as the printers write it; every format says the same of it, as far as it can. */
export interface PrintedStatement {
  /** An IBAN. */
  readonly account: string;
  readonly currency: string;
  readonly decimals: number;
  readonly number: number;
  /** Minor units. */
  readonly opening: bigint;
  readonly lines: readonly PrintedLine[];
}

export interface PrintedLine {
  /** `YYYY-MM-DD` */
  readonly day: string;
  readonly valueDay: string;
  /** Minor units, not zero. */
  readonly amount: bigint;
  readonly reference: string;
  readonly bankReference: string;
  readonly words: string;
  readonly name: string;
}

export const closingOf = ({ opening, lines }: PrintedStatement): bigint => lines.reduce((sum, line) => sum + line.amount, opening);

/** `123.45`; the sign is the caller's. */
export function decimal(minor: bigint, decimals: number, mark = '.'): string {
  const digits = (minor < 0n ? -minor : minor).toString().padStart(decimals + 1, '0');
  const cut = digits.length - decimals;
  return decimals === 0 ? digits : `${digits.slice(0, cut)}${mark}${digits.slice(cut)}`;
}

const word = fc.stringMatching(/^[A-Za-z0-9äöüßéñå.]{1,12}$/);
const words = (max: number): fc.Arbitrary<string> => fc.array(word, { minLength: 1, maxLength: max }).map((parts) => parts.join(' '));
const reference = fc.stringMatching(/^[A-Z][A-Z0-9]{2,14}$/).filter((text) => !/^(?:NONE|NONREF|NOTAVAILABLE|NOTPROVIDED)$/.test(text));
/** Days of two years around a turn of the year. */
const day = fc.integer({ min: 0, max: 500 }).map((n) => new Date(Date.UTC(2025, 8, 1) + n * 86_400_000).toISOString().slice(0, 10));
const nearby = (from: string, by: number): string => new Date(Date.parse(from) + by * 86_400_000).toISOString().slice(0, 10);

const line: fc.Arbitrary<PrintedLine> = fc
  .record({
    day,
    apart: fc.integer({ min: -40, max: 40 }),
    amount: fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }).filter((n) => n !== 0n),
    reference,
    bankReference: reference,
    words: words(8),
    name: words(2),
  })
  .map(({ apart, ...rest }) => ({ ...rest, valueDay: nearby(rest.day, apart) }));

/** Statements of currencies with no, two and three decimals. */
export const printedStatement: fc.Arbitrary<PrintedStatement> = fc
  .record({
    account: fc.constantFrom('DE89370400440532013000', 'NL91ABNA0417164300', 'NO9386011117947', 'SE4550000000058398257466'),
    money: fc.constantFrom(['EUR', 2] as const, ['USD', 2] as const, ['JPY', 0] as const, ['BHD', 3] as const),
    number: fc.integer({ min: 1, max: 999 }),
    opening: fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }),
    lines: fc.array(line, { minLength: 1, maxLength: 6 }),
  })
  .map(({ money: [currency, decimals], ...rest }) => ({ ...rest, currency, decimals }));

const xml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** camt.053 of a version from 02 to 13. */
export function printCamt(statements: readonly PrintedStatement[], version = 8): string {
  const late = version >= 8;
  const body = statements.map((s) => {
    const money = (minor: bigint): string =>
      `<Amt Ccy="${s.currency}">${decimal(minor, s.decimals)}</Amt><CdtDbtInd>${minor < 0n ? 'DBIT' : 'CRDT'}</CdtDbtInd>`;
    const balance = (type: string, minor: bigint): string =>
      `<Bal><Tp><CdOrPrtry><Cd>${type}</Cd></CdOrPrtry></Tp>${money(minor)}<Dt><Dt>2026-01-31</Dt></Dt></Bal>`;
    const party = (role: string, name: string): string =>
      `<${role}>${late ? `<Pty><Nm>${xml(name)}</Nm></Pty>` : `<Nm>${xml(name)}</Nm>`}</${role}>`;
    const entries = s.lines.map(
      (l) =>
        `<Ntry>${money(l.amount)}<Sts>${late ? '<Cd>BOOK</Cd>' : 'BOOK'}</Sts><BookgDt><Dt>${l.day}</Dt></BookgDt><ValDt><Dt>${l.valueDay}</Dt></ValDt><AcctSvcrRef>${l.bankReference}</AcctSvcrRef><NtryDtls><TxDtls><Refs><EndToEndId>${l.reference}</EndToEndId></Refs><RltdPties>${party(l.amount > 0n ? 'Dbtr' : 'Cdtr', l.name)}</RltdPties><RmtInf><Ustrd>${xml(l.words)}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`,
    );
    return `<Stmt><Id>${s.number}</Id><Acct><Id><IBAN>${s.account}</IBAN></Id><Ccy>${s.currency}</Ccy></Acct>${balance('OPBD', s.opening)}${balance('CLBD', closingOf(s))}\n${entries.join('\n')}\n</Stmt>`;
  });
  const namespace = `urn:iso:std:iso:20022:tech:xsd:camt.053.001.${String(version).padStart(2, '0')}`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="${namespace}"><BkToCstmrStmt><GrpHdr><MsgId>1</MsgId></GrpHdr>${body.join('')}</BkToCstmrStmt></Document>`;
}

const compact = (date: string): string => date.slice(2).replaceAll('-', '');
/** Lines of a width, as SWIFT and the German fields want them. */
const wrap = (text: string, width: number): readonly string[] => text.match(new RegExp(`.{1,${width}}`, 'gs')) ?? [''];

/** MT940, bare or in blocks, with words that are German fields, keys between slashes, or plain. */
export function printMt940(statements: readonly PrintedStatement[], style: 'german' | 'slashed' | 'plain', blocks = false): string {
  const messages = statements.map((s) => {
    const balance = (tag: string, minor: bigint): string =>
      `:${tag}:${minor < 0n ? 'D' : 'C'}260131${s.currency}${decimal(minor, s.decimals, ',')}${s.decimals === 0 ? ',' : ''}`;
    const entries = s.lines.flatMap((l) => {
      const amount = `${decimal(l.amount, s.decimals, ',')}${s.decimals === 0 ? ',' : ''}`;
      const entry = `:61:${compact(l.valueDay)}${l.day.slice(5).replace('-', '')}${l.amount < 0n ? 'D' : 'C'}${amount}NTRF${l.reference}//${l.bankReference}`;
      return [entry, ...wrap(narrative(l, style), 65).map((text, i) => (i === 0 ? `:86:${text}` : text))];
    });
    const fields = [
      ':20:STARTUMS',
      `:25:${s.account}`,
      `:28C:${s.number}/1`,
      balance('60F', s.opening),
      ...entries,
      balance('62F', closingOf(s)),
    ];
    const [head, tail] = blocks ? ['{1:F01BANKDEFFAXXX0000000000}{2:I940BANKDEFFXXXXN}{4:\r\n', '\r\n-}\r\n'] : ['', '\r\n-\r\n'];
    return `${head}${fields.join('\r\n')}${tail}`;
  });
  return messages.join('');
}

function narrative(l: PrintedLine, style: 'german' | 'slashed' | 'plain'): string {
  if (style === 'plain') return l.words;
  if (style === 'slashed') return `/EREF/${l.reference}/NAME/${l.name}/REMI/${l.words}/`;
  const remittance = [`EREF+${l.reference}`, ...wrap(`SVWZ+${l.words}`, 27)].map((text, i) => `?${20 + i}${text}`);
  const names = wrap(l.name, 27).map((text, i) => `?${32 + i}${text}`);
  return `166?00GUTSCHRIFT${remittance.join('')}${names.join('')}`;
}

/** BAI2 of one group and day, a continuation for the text of every second entry. */
export function printBai2(statements: readonly PrintedStatement[], day = '2026-01-31'): string {
  const accounts = statements.map((s) => {
    const entries = s.lines.flatMap((l, i) => {
      const digits = l.amount < 0n ? -l.amount : l.amount;
      const head = `16,${l.amount < 0n ? '475' : '165'},${digits},V,${compact(l.valueDay)},,${l.bankReference},${l.reference},`;
      return i % 2 === 0 ? [`${head}${l.words}`] : [`${head}/`, `88,${l.words}`];
    });
    const total = s.lines.reduce((sum, l) => sum + (l.amount < 0n ? -l.amount : l.amount), s.opening + closingOf(s));
    const records = [`03,${s.account},${s.currency},010,${s.opening},,,015,${closingOf(s)},,/`, ...entries];
    return { total, records: [...records, `49,${total},${records.length + 1}/`] };
  });
  const total = accounts.reduce((sum, account) => sum + account.total, 0n);
  const records = accounts.flatMap((account) => account.records);
  return [
    `01,BANK,CUSTOMER,${compact(day)},0200,7,,,2/`,
    `02,CUSTOMER,BANK,1,${compact(day)},2400,,2/`,
    ...records,
    `98,${total},${accounts.length},${records.length + 2}/`,
    `99,${total},1,${records.length + 4}/`,
    '',
  ].join('\n');
}

/** OFX 1 without ends of elements that have text, or OFX 2 with them. */
export function printOfx(statements: readonly PrintedStatement[], version: 1 | 2): string {
  const leaf = (name: string, text: string): string => (version === 1 ? `<${name}>${xml(text)}\n` : `<${name}>${xml(text)}</${name}>\n`);
  const sign = (minor: bigint): string => (minor < 0n ? '-' : '');
  const answers = statements.map((s) => {
    const transactions = s.lines.map(
      (l) =>
        `<STMTTRN>\n${leaf('TRNTYPE', 'OTHER')}${leaf('DTPOSTED', `${l.day.replaceAll('-', '')}000000[+1:CET]`)}${leaf('DTAVAIL', l.valueDay.replaceAll('-', ''))}${leaf('TRNAMT', sign(l.amount) + decimal(l.amount, s.decimals))}${leaf('FITID', l.bankReference)}${leaf('CHECKNUM', l.reference)}${leaf('NAME', l.name)}${leaf('MEMO', l.words)}</STMTTRN>\n`,
    );
    const account = `<BANKACCTFROM>\n${leaf('BANKID', '1')}${leaf('ACCTID', s.account)}${leaf('ACCTTYPE', 'CHECKING')}</BANKACCTFROM>\n`;
    const list = `<BANKTRANLIST>\n${leaf('DTSTART', '20250101')}${leaf('DTEND', '20271231')}${transactions.join('')}</BANKTRANLIST>\n`;
    const balance = `<LEDGERBAL>\n${leaf('BALAMT', sign(closingOf(s)) + decimal(closingOf(s), s.decimals))}${leaf('DTASOF', '20271231')}</LEDGERBAL>\n`;
    return `<STMTTRNRS>\n${leaf('TRNUID', '0')}<STMTRS>\n${leaf('CURDEF', s.currency)}${account}${list}${balance}</STMTRS>\n</STMTTRNRS>\n`;
  });
  const head =
    version === 1
      ? 'OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\nSECURITY:NONE\nENCODING:USASCII\nCHARSET:1252\nCOMPRESSION:NONE\nOLDFILEUID:NONE\nNEWFILEUID:NONE\n\n'
      : '<?xml version="1.0" encoding="UTF-8"?>\n<?OFX OFXHEADER="200" VERSION="211" SECURITY="NONE" OLDFILEUID="NONE" NEWFILEUID="NONE"?>\n';
  return `${head}<OFX>\n<BANKMSGSRSV1>\n${answers.join('')}</BANKMSGSRSV1>\n</OFX>\n`;
}

/** CSV with a decimal comma and the balance after each row last. */
export function printCsv(s: PrintedStatement): string {
  let balance = s.opening;
  const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
  const rows = s.lines.map((l) => {
    balance += l.amount;
    const [amount, after] = [l.amount, balance].map((minor) => `${minor < 0n ? '-' : ''}${decimal(minor, s.decimals, ',')}`);
    return [l.day, l.valueDay, l.reference, l.bankReference, quoted(l.name), quoted(l.words), amount, after].join(';');
  });
  return `Day;Value day;Reference;Bank reference;Name;Words;Amount;Balance\r\n${rows.join('\r\n')}\r\n`;
}
