import { describe, expect, test } from 'vitest';
import { readBankFile } from './read-bank-file.ts';
import { BankFileFault } from './statement.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

const balance = (type: string, amount: string, day: string, direction = 'CRDT'): string =>
  `<Bal><Tp><CdOrPrtry><Cd>${type}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${direction}</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`;
const ENTRY = `<Ntry><Amt Ccy="EUR">9.50</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-01-31</Dt></BookgDt></Ntry>`;
const statement = (content: string, id = '2026/31'): string =>
  `<Stmt><Id>${id}</Id><Acct><Id><IBAN>DE89 3704 0044 0532 0130 00</IBAN></Id><Ccy>EUR</Ccy></Acct>${content}</Stmt>`;
const whole = (entries: string): string =>
  statement(`${balance('OPBD', '100.00', '2026-01-31')}${balance('CLBD', '90.50', '2026-01-31')}${entries}`);
const document = (statements: string, version = '02'): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}">\n<BkToCstmrStmt><GrpHdr><MsgId>M1</MsgId></GrpHdr>${statements}</BkToCstmrStmt></Document>`;

function faultOf(text: string): BankFileFault {
  try {
    readBankFile(bytes(text));
  } catch (error) {
    if (error instanceof BankFileFault) return error;
    throw error;
  }
  throw new Error('it was read');
}

describe('an entry', () => {
  const read = (entry: string) => readBankFile(bytes(document(statement(entry)))).statements[0]?.lines[0];
  const entry = (content: string, { amount = '9.50', direction = 'DBIT' } = {}): string =>
    `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${direction}</CdtDbtInd>${content}</Ntry>`;
  const BOOKED = '<Sts>BOOK</Sts><BookgDt><Dt>2026-01-31</Dt></BookgDt>';

  test('has its day, sign, references, words and the other side, in the places of early versions', () => {
    const details =
      '<NtryDtls><TxDtls><Refs><EndToEndId>RE-7</EndToEndId></Refs><RltdPties><Dbtr><Nm>Wir</Nm></Dbtr><Cdtr><Nm>Möbel &amp; Söhne</Nm></Cdtr></RltdPties><RmtInf><Ustrd>Rechnung 7</Ustrd><Ustrd>Januar</Ustrd></RmtInf></TxDtls></NtryDtls>';
    expect(read(entry(`${BOOKED}<ValDt><Dt>2026-02-01</Dt></ValDt><AcctSvcrRef>B-1</AcctSvcrRef>${details}`))).toEqual({
      postedAt: '2026-01-31',
      valueDate: '2026-02-01',
      amount: -950_000_000n,
      reference: 'RE-7',
      description: 'Rechnung 7 Januar',
      counterparty: 'Möbel & Söhne',
      bankReference: 'B-1',
      line: 3,
    });
  });
  test('whose words are not provided has those of the bank', () => {
    const details = '<NtryDtls><TxDtls><RmtInf><Ustrd>NOTPROVIDED</Ustrd></RmtInf></TxDtls></NtryDtls>';
    expect(read(entry(`${BOOKED}${details}<AddtlNtryInf>Card payment</AddtlNtryInf>`))?.description).toBe('Card payment');
    expect(read(entry(`${BOOKED}${details}`))).not.toHaveProperty('description');
  });
  test('has them in the places of later versions', () => {
    const details =
      '<NtryDtls><TxDtls><RltdPties><Dbtr><Pty><Nm>Payer</Nm></Pty></Dbtr></RltdPties><RmtInf><Strd><CdtrRefInf><Ref>RF18</Ref></CdtrRefInf></Strd></RmtInf></TxDtls></NtryDtls>';
    const line = read(
      entry(`<Sts><Cd>BOOK</Cd></Sts><BookgDt><DtTm>2026-01-31T23:30:00+01:00</DtTm></BookgDt>${details}`, { direction: 'CRDT' }),
    );
    expect(line).toMatchObject({
      postedAt: '2026-01-31T22:30:00.000000Z',
      postedOn: '2026-01-31',
      amount: 950_000_000n,
      description: 'RF18',
      counterparty: 'Payer',
    });
  });
  test('that takes back a debit is money in, from whom it had gone to', () => {
    const parties = '<NtryDtls><TxDtls><RltdPties><Dbtr><Nm>Us</Nm></Dbtr><Cdtr><Nm>Them</Nm></Cdtr></RltdPties></TxDtls></NtryDtls>';
    expect(read(entry(`<RvslInd>true</RvslInd>${BOOKED}${parties}`, { direction: 'CRDT' }))).toMatchObject({
      amount: 950_000_000n,
      counterparty: 'Them',
    });
  });
  test('of many payments is one line, with the batch as its reference', () => {
    const batch =
      '<NtryDtls><Btch><PmtInfId>RUN-3</PmtInfId></Btch><TxDtls><Refs><EndToEndId>A</EndToEndId></Refs></TxDtls><TxDtls><Refs><EndToEndId>B</EndToEndId></Refs></TxDtls></NtryDtls><AddtlNtryInf>Sammler</AddtlNtryInf>';
    expect(read(entry(`${BOOKED}${batch}`))).toMatchObject({ amount: -950_000_000n, reference: 'RUN-3', description: 'Sammler: A; B' });
  });
  test('of many payments tells who, what for and how much, behind the words of the batch, as far as a line goes', () => {
    const payment = (name: string, text: string, amount: string): string =>
      `<TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs>${amount}<RltdPties><Dbtr><Pty><Nm>${name}</Nm></Pty></Dbtr></RltdPties><RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls>`;
    const of = (payments: string, words = '') =>
      read(entry(`${BOOKED}<NtryDtls>${payments}</NtryDtls>${words}`, { direction: 'CRDT' }))?.description;
    const two =
      payment('Ada Lovelace', 'Invoice 1', '<Amt Ccy="EUR">4.50</Amt>') +
      payment('Alan Turing', 'Invoice 2', '<AmtDtls><TxAmt><Amt Ccy="EUR">5.00</Amt></TxAmt></AmtDtls>');
    expect(of(two)).toBe('Ada Lovelace, Invoice 1, 4.50; Alan Turing, Invoice 2, 5.00');
    expect(of(two, '<AddtlNtryInf>Sammelgutschrift</AddtlNtryInf>')).toBe(
      'Sammelgutschrift: Ada Lovelace, Invoice 1, 4.50; Alan Turing, Invoice 2, 5.00',
    );
    expect(of('<TxDtls><Amt Ccy="EUR">4.50</Amt></TxDtls><TxDtls/>')).toBeUndefined();
    expect(of(payment('Ada', '\u{1f600}'.repeat(100), '') + payment('Bob', 'x', ''))).toBe(`Ada, ${'\u{1f600}'.repeat(70)}…; Bob, x`);
    expect(of(payment('Ada', `x${'\u{1f600}'.repeat(100)}`, '') + payment('Bob', 'x', ''))).toBe(
      `Ada, x${'\u{1f600}'.repeat(69)}…; Bob, x`,
    );
    const many = of(payment('Somebody', 'x'.repeat(90), '').repeat(5_000));
    expect(many).toMatch(/^(?:Somebody, x{90}; )+and 49\d\d more$/);
    expect(many?.length).toBeLessThan(1_100);
  });
  test('counts for the day of the bank, which may be another in UTC', () => {
    const at = (written: string) => read(entry(`<Sts>BOOK</Sts><BookgDt><DtTm>${written}</DtTm></BookgDt>`));
    expect(at('2026-02-01T00:30:00+01:00')).toMatchObject({ postedAt: '2026-01-31T23:30:00.000000Z', postedOn: '2026-02-01' });
    expect(at('2026-02-01T10:00:00')).not.toHaveProperty('postedOn');
  });
  test.each([
    ['2026-01-31T10:00:00', '2026-01-31'],
    ['2026-01-31T00:00:00+02:00', '2026-01-31'],
    ['2026-01-31T00:00:01Z', '2026-01-31T00:00:01.000000Z'],
    ['2026-01-31T24:00:00', '2026-01-31'],
    ['2026-01-31T24:00:00.000+01:00', '2026-01-31'],
  ])('booked at %s stands at %s', (written, postedAt) => {
    expect(read(entry(`<Sts>BOOK</Sts><BookgDt><DtTm>${written}</DtTm></BookgDt>`))?.postedAt).toBe(postedAt);
  });
  test('that is returned names the other side, and never the account itself', () => {
    const side = (name: string, iban: string, role: string): string =>
      `<${role}><Nm>${name}</Nm></${role}><${role}Acct><Id><IBAN>${iban}</IBAN></Id></${role}Acct>`;
    const details = `<NtryDtls><TxDtls><RltdPties>${side('Klein', 'DE02120300000000202051', 'Dbtr')}${side('Wir', 'DE89 3704 0044 0532 0130 00', 'Cdtr')}</RltdPties><RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf></TxDtls></NtryDtls>`;
    expect(read(entry(BOOKED + details))).toMatchObject({ amount: -950_000_000n, counterparty: 'Klein' });
  });
  test('of a cheque has its number as reference', () => {
    const refs = (e2e: string): string => `<NtryDtls><TxDtls><Refs>${e2e}<ChqNb>001042</ChqNb></Refs></TxDtls></NtryDtls>`;
    expect(read(entry(BOOKED + refs('')))?.reference).toBe('001042');
    expect(read(entry(BOOKED + refs('<EndToEndId>E1</EndToEndId>')))?.reference).toBe('E1');
  });
  test('has the creditor’s own reference, of a Swiss QR bill or ISO 11649, where there is none end to end', () => {
    const details = (e2e: string): string =>
      `<NtryRef>010001628</NtryRef><NtryDtls><TxDtls><Refs><EndToEndId>${e2e}</EndToEndId></Refs><RmtInf><Strd><CdtrRefInf><Ref>210000000003139471430009017</Ref></CdtrRefInf></Strd></RmtInf></TxDtls></NtryDtls>`;
    expect(read(entry(BOOKED + details('NOTPROVIDED')))?.reference).toBe('210000000003139471430009017');
    expect(read(entry(BOOKED + details('E1')))?.reference).toBe('E1');
  });
  test('whose status is the bank’s own word is not taken for booked', () => {
    const own = (word: string): string => whole(ENTRY + ENTRY.replace('<Sts>BOOK</Sts>', `<Sts><Prtry>${word}</Prtry></Sts>`));
    expect(faultOf(document(own('EXPECTED'), '08'))).toMatchObject({
      code: 'FIELD_INVALID',
      message: expect.stringContaining('“EXPECTED”'),
    });
    expect(readBankFile(bytes(document(own('PDNG'), '08'))).statements[0]?.leftOut.pending).toBe(1);
  });
  test('that is pending is left out, and counted', () => {
    const pending = ENTRY.replace('BOOK', 'PDNG');
    const [read] = readBankFile(bytes(document(whole(ENTRY + pending + pending)))).statements;
    expect(read).toMatchObject({ leftOut: { pending: 2, zero: 0 } });
    expect(read?.lines).toHaveLength(1);
    expect(faultOf(document(statement(pending)))).toMatchObject({
      code: 'NO_LINES',
      message: expect.stringContaining('1 that the bank has not booked'),
    });
  });
});

describe('a statement', () => {
  test.each(['02', '03', '04', '05', '06', '07', '08', '09', '10', '11', '12', '13'])('of version %s is read', (version) => {
    expect(readBankFile(bytes(document(whole(ENTRY), version)))).toMatchObject({
      format: 'camt.053',
      statements: [
        {
          account: 'DE89370400440532013000',
          currency: 'EUR',
          reference: '2026/31',
          openingBalance: 10_000_000_000n,
          closingBalance: 9_050_000_000n,
          from: '2026-01-31',
          to: '2026-01-31',
        },
      ],
    });
  });
  test('ends on the day of its closing balance, whenever the next day begins', () => {
    const period = '<FrToDt><FrDtTm>2026-01-31T00:00:00+01:00</FrDtTm><ToDtTm>2026-02-01T00:00:00+01:00</ToDtTm></FrToDt>';
    expect(readBankFile(bytes(document(whole(period + ENTRY)))).statements[0]).toMatchObject({ from: '2026-01-31', to: '2026-01-31' });
    const [open] = readBankFile(bytes(document(statement(period + ENTRY)))).statements;
    expect(open?.to).toBe('2026-02-01');
  });
  test.each([
    ['ISO-8859-2', 'Spó\xb3ka \xa6l\xb1sk', 'Spółka Śląsk'],
    ['windows-1250', 'Spó\xb3ka \x8cl\xb9sk', 'Spółka Śląsk'],
    ['windows-1251', '\xce\xce\xce', 'ООО'],
    ['ISO-8859-7', '\xc1\xc5', 'ΑΕ'],
    ['ISO-8859-9', '\xde', 'Ş'],
    ['windows-1257', '\xd0', 'Š'],
  ])('with words in %s is read as it declares', (encoding, written, words) => {
    const entry = ENTRY.replace('</Ntry>', `<AddtlNtryInf>${written}</AddtlNtryInf></Ntry>`);
    const file = Uint8Array.from(document(whole(entry)).replace('UTF-8', encoding), (c) => c.charCodeAt(0));
    expect(readBankFile(file).statements[0]?.lines[0]?.description).toBe(words);
  });
  test('has the balance without what may be borrowed, where the bank tells both', () => {
    const lent = (amount: string, day: string, included: boolean): string =>
      balance('CLBD', amount, day).replace('</Tp>', `</Tp><CdtLine><Incl>${included}</Incl><Amt Ccy="EUR">1000.00</Amt></CdtLine>`);
    const both = [lent('90.50', '2026-01-31', false), lent('1090.50', '2026-01-31', true)];
    for (const closing of [both, both.toReversed(), [balance('CLBD', '90.50', '2026-01-31'), both[1]]]) {
      const file = document(statement(balance('OPBD', '100.00', '2026-01-31') + closing.join('') + ENTRY));
      expect(readBankFile(bytes(file)).statements).toMatchObject([{ closingBalance: 9_050_000_000n }]);
    }
    const alone = document(statement(balance('OPBD', '100.00', '2026-01-31') + both[1] + ENTRY));
    expect(faultOf(alone)).toMatchObject({ code: 'BALANCE_MISMATCH' });
  });
  test('in pages is one', () => {
    const first = statement(balance('OPBD', '100.00', '2026-01-31') + ENTRY + balance('ITBD', '90.50', '2026-01-31'));
    const last = statement(balance('ITBD', '90.50', '2026-01-31') + ENTRY + balance('CLBD', '81.00', '2026-01-31'));
    const { statements } = readBankFile(bytes(document(first + last)));
    expect(statements).toMatchObject([{ openingBalance: 10_000_000_000n, closingBalance: 8_100_000_000n }]);
    expect(statements[0]?.lines).toHaveLength(2);
  });
  test('whose page before is missing is read as it is', () => {
    const last = statement(balance('ITBD', '90.50', '2026-01-31') + ENTRY + balance('CLBD', '81.00', '2026-01-31'));
    expect(readBankFile(bytes(document(last))).statements).toMatchObject([
      { openingBalance: 9_050_000_000n, closingBalance: 8_100_000_000n },
    ]);
  });
  test('within an envelope, with a prefix, or without its namespace is read', () => {
    const plain = document(whole(ENTRY));
    const bare = plain.replace(/ xmlns="[^"]*"/, '');
    const wrapped = plain.replace(/<Document/, '<Envelope><AppHdr/><Document').replace('</Document>', '</Document></Envelope>');
    const prefixed = plain.replaceAll(/<(\/?)([A-Z])/g, '<$1n:$2').replace('xmlns=', 'xmlns:n=');
    for (const text of [bare, wrapped, prefixed, `\ufeff${plain}`, `\n ${plain.replace(/<\?.*\?>/, '')}\n`])
      expect(readBankFile(bytes(text)).statements[0]?.lines).toHaveLength(1);
  });
});

test('an envelope of several documents is read whole', () => {
  const [first, second] = ['A', 'B'].map((id) => document(statement(ENTRY, id)).replace(/^<\?.*\?>\n/, ''));
  expect(readBankFile(bytes(`<E>${first}${second}</E>`)).statements.map(({ reference }) => reference)).toEqual(['A', 'B']);
});

describe('what is refused', () => {
  const ok = document(whole(ENTRY));
  test.each<[what: string, text: string, code: string, says: RegExp]>([
    [
      'balances that do not meet',
      ok.replace('90.50', '90.51'),
      'BALANCE_MISMATCH',
      /100\.00 EUR.*90\.50 EUR.*90\.51 EUR.*difference is 0\.01 EUR/,
    ],
    ['a report', document('').replaceAll('BkToCstmrStmt', 'BkToCstmrAcctRpt'), 'FORMAT_REFUSED', /camt\.052/],
    ['a notification', document('').replaceAll('BkToCstmrStmt', 'BkToCstmrDbtCdtNtfctn'), 'FORMAT_REFUSED', /camt\.054/],
    ['version 01', document(whole(ENTRY), '01'), 'FORMAT_REFUSED', /02 to 13/],
    ['version 14', document(whole(ENTRY), '14'), 'FORMAT_REFUSED', /02 to 13/],
    ['other XML', '<invoice/>', 'FORMAT_UNKNOWN', /“invoice”/],
    ['a document type', ok.replace('<Document', '<!DOCTYPE x [<!ENTITY a "b">]><Document'), 'ENTITY_REFUSED', /Line 2/],
    ['an entity', ok.replace('M1', '&lol;'), 'ENTITY_REFUSED', /entity/],
    [
      'an amount beyond the minor unit',
      ok.replace('9.50<', '9.505<'),
      'AMOUNT_INVALID',
      /Line 3, Ntry\/Amt: “9\.505” has more decimals than EUR/,
    ],
    ['a decimal comma', ok.replace('9.50<', '9,50<'), 'AMOUNT_INVALID', /“9,50”/],
    ['a sign', ok.replace('>9.50<', '>-9.50<'), 'AMOUNT_INVALID', /sign/],
    ['another currency', ok.replace('<Amt Ccy="EUR">9.50', '<Amt Ccy="USD">9.50'), 'CURRENCY_INVALID', /USD/],
    ['no direction', ok.replace('<CdtDbtInd>DBIT</CdtDbtInd>', ''), 'FIELD_INVALID', /CRDT nor DBIT/],
    ['a status', ok.replace('BOOK', 'HOLD'), 'FIELD_INVALID', /“HOLD”/],
    ['no day', ok.replace(/<BookgDt>.*<\/BookgDt>/, ''), 'FIELD_MISSING', /Line \d+, Ntry\/BookgDt: The entry has no day/],
    ['no such day', ok.replace('<BookgDt><Dt>2026-01-31', '<BookgDt><Dt>2026-02-30'), 'DATE_INVALID', /2026-02-30/],
    ['no account', ok.replace(/<Acct>.*<\/Acct>/, ''), 'FIELD_MISSING', /account/],
    ['no entries', document(statement('')), 'NO_LINES', /no booked entries/],
    ['no statement', document(''), 'FIELD_MISSING', /statement/],
    ['the same twice', document(whole(ENTRY) + whole(ENTRY)), 'STATEMENT_TWICE', /2026\/31/],
    ['another encoding than said', ok.replace('UTF-8', 'ISO-8859-1').replace('M1', 'Ü'), 'ENCODING_INVALID', /it is UTF-8/],
    ['an encoding nobody knows', ok.replace('UTF-8', 'EBCDIC'), 'ENCODING_INVALID', /“EBCDIC”/],
    ['a null character', ok.replace('M1', 'M\0'), 'ENCODING_INVALID', /U\+0000/],
    ['nesting', document('<a>'.repeat(70) + '</a>'.repeat(70)), 'TOO_DEEP', /64/],
    ['a second document', ok + ok, 'SYNTAX_INVALID', /second document.*file of its own/],
    ['a second document that declares nothing', ok + ok.replace(/<\?.*?\?>/, ''), 'SYNTAX_INVALID', /second document/],
    ['an unmatched tag', ok.replace('</Id>', '</Ix>'), 'SYNTAX_INVALID', /Not XML/],
  ])('%s', (_, text, code, says) => {
    expect(faultOf(text)).toMatchObject({ code, message: expect.stringMatching(says) });
  });
  test('bytes that are not UTF-8 where it is declared, with their line', () => {
    const latin = Uint8Array.from(ok.replace('M1', 'Ü'), (c) => c.charCodeAt(0));
    expect(() => readBankFile(latin)).toThrow(expect.objectContaining({ code: 'ENCODING_INVALID', line: 3 }));
    const declared = Uint8Array.from(ok.replace('M1', 'Ü').replace('UTF-8', 'ISO-8859-1'), (c) => c.charCodeAt(0));
    expect(readBankFile(declared).statements).toHaveLength(1);
  });
  test('a file that ends at any byte before its last', () => {
    const file = bytes(ok);
    for (let end = 0; end < file.length; end += 1) expect(() => readBankFile(file.subarray(0, end))).toThrow(BankFileFault);
    expect(readBankFile(file).statements).toHaveLength(1);
  });
});
