import { describe, expect, test } from 'vitest';
import { readBankFile } from './read-bank-file.ts';
import type { BankLine, BankStatement } from './statement.ts';

const bytes = (text: string, encoding: BufferEncoding = 'utf8'): Uint8Array => new Uint8Array(Buffer.from(text, encoding));
const read = (text: string): readonly BankStatement[] => readBankFile(bytes(text)).statements;

const HEADER =
  'OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\nSECURITY:NONE\nENCODING:USASCII\nCHARSET:1252\nCOMPRESSION:NONE\nOLDFILEUID:NONE\nNEWFILEUID:NONE\n\n';
const SGML = `${HEADER}<OFX>
<SIGNONMSGSRSV1><SONRS><STATUS><CODE>0<SEVERITY>INFO</STATUS><DTSERVER>20260131120000[-5:EST]<LANGUAGE>ENG</SONRS></SIGNONMSGSRSV1>
<BANKMSGSRSV1><STMTTRNRS><TRNUID>0<STATUS><CODE>0<SEVERITY>INFO</STATUS>
<STMTRS><CURDEF>USD<BANKACCTFROM><BANKID>122000247<ACCTID>987654321<ACCTTYPE>CHECKING</BANKACCTFROM>
<BANKTRANLIST><DTSTART>20260101<DTEND>20260131
<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20260115120000[-5:EST]<DTAVAIL>20260116<TRNAMT>-12.34<FITID>F1<CHECKNUM>77<NAME>AT&T &amp; Sons<MEMO>Phone
</STMTTRN>
<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20260120<TRNAMT>+100.00<FITID>F2<NAME>Pay</STMTTRN>
</BANKTRANLIST>
<LEDGERBAL><BALAMT>200.29<DTASOF>20260131</LEDGERBAL>
<AVAILBAL><BALAMT>150.00<DTASOF>20260131</AVAILBAL>
</STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>
`;
const CARD = `<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<?OFX OFXHEADER="200" VERSION="211" SECURITY="NONE" OLDFILEUID="NONE" NEWFILEUID="NONE"?>
<!-- statement -->
<OFX><CREDITCARDMSGSRSV1><CCSTMTTRNRS><CCSTMTRS><CURDEF>EUR</CURDEF><CCACCTFROM><ACCTID>4111</ACCTID></CCACCTFROM>
<BANKTRANLIST><DTSTART>20260101</DTSTART><DTEND>20260131</DTEND>
<STMTTRN><TRNTYPE>DEBIT</TRNTYPE><DTPOSTED>20260115</DTPOSTED><TRNAMT>-5,50</TRNAMT><FITID>C1</FITID><PAYEE><NAME>Caf\u00e9</NAME></PAYEE><MEMO/></STMTTRN>
</BANKTRANLIST><LEDGERBAL><BALAMT>-5.50</BALAMT><DTASOF>20260131</DTASOF></LEDGERBAL></CCSTMTRS></CCSTMTTRNRS></CREDITCARDMSGSRSV1></OFX>`;
const amend = (from: string, to: string): string => SGML.replace(from, to);
const first = (text: string): BankLine | undefined => read(text)[0]?.lines[0];

describe('a statement', () => {
  test('in SGML: elements without ends, a bare ampersand, a day with its zone', () => {
    expect(read(SGML)).toEqual([
      {
        account: '987654321',
        currency: 'USD',
        reference: '2026-01-01/2026-01-31',
        closingBalance: 20_029_000_000n,
        from: '2026-01-01',
        to: '2026-01-31',
        leftOut: { pending: 0, zero: 0 },
        lines: [
          {
            postedAt: '2026-01-15T17:00:00.000000Z',
            postedOn: '2026-01-15',
            valueDate: '2026-01-16',
            amount: -1_234_000_000n,
            reference: '77',
            counterparty: 'AT&T & Sons',
            description: 'Phone',
            bankReference: 'F1',
            line: 16,
          },
          { postedAt: '2026-01-20', amount: 10_000_000_000n, counterparty: 'Pay', bankReference: 'F2', line: 18 },
        ],
      },
    ]);
  });
  test('of a credit card in XML, with a decimal comma', () => {
    expect(read(CARD)).toMatchObject([
      { account: '4111', currency: 'EUR', closingBalance: -550_000_000n, lines: [{ amount: -550_000_000n, counterparty: 'Café' }] },
    ]);
  });
  test.each<[what: string, text: string]>([
    ['lower case', SGML.replace(/<[^>]*>/g, (tag) => tag.toLowerCase())],
    ['attributes', SGML.replace('<OFX>', '<OFX version="1">').replaceAll('<STMTTRN>', '<STMTTRN id="1">')],
    ['empty lines', SGML.replaceAll('\n', '\n\n').replace('OFXHEADER', '\n\nOFXHEADER')],
    ['a header in one line', SGML.replace(HEADER, `${HEADER.trim().replaceAll('\n', ' ')}\n`)],
    ['a header without line ends', SGML.replace(HEADER, HEADER.replaceAll('\n', ''))],
    ['no header', SGML.replace(HEADER, '')],
    ['empty elements without ends', SGML.replaceAll('<FITID>', '<SIC>\n<FITID>')],
    ['ends everywhere', SGML.replace(/<([A-Z]+)>([^<\n]+)/g, '<$1>$2</$1>')],
    ['elements of a vendor', SGML.replace('<STATUS>', '<INTU.BID>3000<INTU.XX></INTU.XX><STATUS>')],
    ['two lists', SGML.replace('</STMTTRN>\n<STMTTRN>', '</STMTTRN></BANKTRANLIST><BANKTRANLIST><STMTTRN>')],
    ['a list without end', SGML.replace('</BANKTRANLIST>', '')],
    ['sections of characters', SGML.replace('Phone', '<![CDATA[Phone]]>')],
  ])('with %s', (_, text) => {
    const plain = (all: readonly BankStatement[]) => all.map((s) => ({ ...s, lines: s.lines.map(({ line: __, ...rest }) => rest) }));
    expect(plain(read(text))).toEqual(plain(read(SGML)));
  });
  test('with comments behind its end', () => {
    expect(read(`${SGML.trim()}  <!-- end -->\n<!-- of all -->\n`)).toEqual(read(SGML));
  });
  test('in Windows-1252, or in UTF-8 whatever it says', () => {
    const text = amend('Phone', 'Zoë');
    expect(readBankFile(bytes(text, 'latin1')).statements[0]?.lines[0]?.description).toBe('Zoë');
    expect(first(text)?.description).toBe('Zoë');
    expect(first(amend('Phone', 'Zo&#235; &lt;3 &unknown;'))?.description).toBe('Zoë <3 &unknown;');
  });
  test('keeps a balance only of a day on which nothing can be missing', () => {
    const closing = (day: string): unknown => read(SGML.replace('200.29<DTASOF>20260131', `200.29<DTASOF>${day}`))[0]?.closingBalance;
    expect([closing('20260120'), closing('20260131'), closing('20260119'), closing('20260201')]).toEqual([
      20_029_000_000n,
      20_029_000_000n,
      undefined,
      undefined,
    ]);
  });
  test('keeps the balance of a day on whose evening, in the zone of the bank, the last entry is', () => {
    const text = SGML.replace('20260120<', '20260131203000[-5:EST]<');
    expect(read(text)[0]).toMatchObject({
      closingBalance: 20_029_000_000n,
      lines: [{}, { postedAt: '2026-02-01T01:30:00.000000Z', postedOn: '2026-01-31' }],
    });
  });
  test.each([
    ['a balance of no day', amend('<BALAMT>200.29<DTASOF>20260131', '<BALAMT>200.29<DTASOF>00000000')],
    ['a balance of a day that cannot be read', amend('<BALAMT>200.29<DTASOF>20260131', '<BALAMT>200.29<DTASOF>31/01/2026')],
    ['a balance of no amount', amend('<BALAMT>200.29<DTASOF>', '<BALAMT> </BALAMT><DTASOF>')],
  ])('with %s has none', (_, text) => {
    const [{ closingBalance, ...rest } = {}] = read(SGML);
    expect(closingBalance).toBeDefined();
    expect(read(text)).toEqual([rest]);
  });
  test('whose first and last day cannot be read has those of its entries', () => {
    const text = amend('<DTSTART>20260101<DTEND>20260131', '<DTSTART>010126<DTEND>00000000');
    expect(read(text)[0]).toMatchObject({ from: '2026-01-15', to: '2026-01-20', closingBalance: 20_029_000_000n });
  });
  test('that names no currency has the one that all its entries name', () => {
    const text = SGML.replace('<CURDEF>USD', '<CURDEF></CURDEF>').replaceAll(
      '<FITID>',
      '<CURRENCY><CURRATE>1<CURSYM>AUD</CURRENCY><FITID>',
    );
    expect(read(text)[0]).toMatchObject({ currency: 'AUD', lines: [{ amount: -1_234_000_000n }, {}] });
  });
  test('takes a debit above zero for one that is taken back, where others are below', () => {
    const text = amend('<STMTTRN><TRNTYPE>CREDIT<', '<STMTTRN><TRNTYPE>DEBIT<');
    expect(read(text)[0]?.lines.map(({ amount }) => amount)).toEqual([-1_234_000_000n, 10_000_000_000n]);
  });
  test('counts what is pending or of no amount', () => {
    const text = SGML.replace(
      '</BANKTRANLIST>',
      '<STMTTRN><DTPOSTED>20260120<TRNAMT>0.00</STMTTRN></BANKTRANLIST><BANKTRANLISTP><STMTTRNP><TRNAMT>1</STMTTRNP></BANKTRANLISTP>',
    );
    expect(read(text)[0]?.leftOut).toEqual({ pending: 1, zero: 1 });
    expect(read(amend('+100.00', '        .  '))[0]).toMatchObject({ lines: [{}], leftOut: { zero: 1 } });
  });
  test.each([
    ['<CHECKNUM>77', '<CHKNUM>78', { reference: '78' }],
    ['<CHECKNUM>77', '<CHECKNUM>000<REFNUM>R7', { reference: 'R7' }],
    ['<NAME>AT&T &amp; Sons', '<PAYEE>Sons</PAYEE>', { counterparty: 'Sons' }],
  ])('with %s as %s', (from, to, expected) => {
    expect(first(amend(from, to))).toMatchObject(expected);
  });
});

describe('a day', () => {
  test.each([
    ['20260115', '2026-01-15'],
    ['20260115103000', '2026-01-15'],
    ['20260115103000.000', '2026-01-15'],
    ['20260115000000[+1:CET]', '2026-01-15'],
    ['20260115000000.000[-8:PST]', '2026-01-15'],
    ['20260115233000[-5:EST]', '2026-01-16T04:30:00.000000Z'],
    ['20260115103000[5.5:IST]', '2026-01-15T05:00:00.000000Z'],
    ['20260115103000[-3.5:NST]', '2026-01-15T14:00:00.000000Z'],
    ['20260115103000[-0300:BRT]', '2026-01-15T13:30:00.000000Z'],
    ['20260115103000[+0530]', '2026-01-15T05:00:00.000000Z'],
    ['20260115103000[+5:30:IST]', '2026-01-15T05:00:00.000000Z'],
    ['20260115103000.123[0:GMT]', '2026-01-15T10:30:00.000000Z'],
    ['20260115233000[EST]', '2026-01-15'],
    ['20260115233000.000[:GMT]', '2026-01-15'],
    ['202601151030 [0]', '2026-01-15T10:30:00.000000Z'],
  ])('%s is %s', (written, expected) => {
    expect(first(amend('20260115120000[-5:EST]', written))?.postedAt).toBe(expected);
  });
});

describe('what is refused', () => {
  test.each<[what: string, text: string, code: string, says: RegExp]>([
    ['no such day', amend('20260115120000[-5:EST]', '20260230'), 'DATE_INVALID', /Line 16, DTPOSTED/],
    ['a day of nothing but zeros', amend('20260115120000[-5:EST]', '00000000'), 'DATE_INVALID', /Line 16, DTPOSTED/],
    ['a zone beyond the world', amend('20260115120000[-5:EST]', '20260115120000[-9900]'), 'DATE_INVALID', /Line 16, DTPOSTED/],
    ['no currency', amend('<CURDEF>USD', ''), 'CURRENCY_INVALID', /CURDEF/],
    [
      'no currency but of one entry',
      amend('<CURDEF>USD', '').replace('<FITID>F1', '<FITID>F1<CURRENCY><CURRATE>1<CURSYM>AUD</CURRENCY>'),
      'CURRENCY_INVALID',
      /CURDEF/,
    ],
    ['a balance that is none', amend('<BALAMT>200.29', '<BALAMT>200.2.9'), 'AMOUNT_INVALID', /BALAMT/],
    ['no day', amend('<DTPOSTED>20260115120000[-5:EST]', ''), 'FIELD_MISSING', /DTPOSTED/],
    ['an amount that is none', amend('-12.34', '-12.3.4'), 'AMOUNT_INVALID', /Line 16, TRNAMT/],
    ['decimals beyond the currency', amend('-12.34', '-12.345'), 'AMOUNT_INVALID', /USD has \(2\)/],
    ['debits without a sign where nothing has one', amend('-12.34', '12.34'), 'AMOUNT_INVALID', /Line 16, TRNAMT: .*DEBIT/],
    ...['CHECK', 'FEE', 'SRVCHG', 'CASH', 'DIRECTDEBIT', 'REPEATPMT'].map((type): [string, string, string, RegExp] => [
      `${type} without a sign where nothing has one`,
      amend('-12.34', '12.34').replace('<TRNTYPE>DEBIT<', `<TRNTYPE>${type}<`),
      'AMOUNT_INVALID',
      new RegExp(`Line 16, TRNAMT: .*${type}`),
    ]),
    ['no amount', amend('<TRNAMT>-12.34', ''), 'AMOUNT_INVALID', /TRNAMT/],
    ['no account', amend('<ACCTID>987654321', ''), 'FIELD_MISSING', /account/],
    ['a currency there is not', amend('<CURDEF>USD', '<CURDEF>US$'), 'CURRENCY_INVALID', /US\$/],
    [
      'an entry in another currency',
      amend('<FITID>F1', '<FITID>F1<CURRENCY><CURRATE>1.1<CURSYM>EUR</CURRENCY>'),
      'CURRENCY_INVALID',
      /“EUR”/,
    ],
    ['a correction', amend('<FITID>F1', '<FITID>F1<CORRECTFITID>F0'), 'FORMAT_REFUSED', /corrects/],
    [
      'an answer that is an error',
      `${HEADER}<OFX><STATUS><CODE>15500<SEVERITY>ERROR<MESSAGE>Signon invalid</STATUS></OFX>`,
      'FORMAT_REFUSED',
      /Signon invalid/,
    ],
    ['no statement', `${HEADER}<OFX><A>1</OFX>`, 'FIELD_MISSING', /STMTRS/],
    ['no entries', SGML.replace(/<STMTTRN>[\s\S]*<\/BANKTRANLIST>/, '</BANKTRANLIST>'), 'NO_LINES', /no booked/],
    ['an end without a beginning', amend('</STMTTRN>', '</STMTTRX>'), 'SYNTAX_INVALID', /STMTTRX/],
    ['text between elements', amend('</STMTTRN>', '</STMTTRN>words'), 'SYNTAX_INVALID', /text between/],
    ['something after the end', `${SGML}<A>`, 'SYNTAX_INVALID', /Line 23: Something follows the end/],
    ['a second document', SGML + SGML, 'SYNTAX_INVALID', /Line 23: .*second document.*file of its own/],
    ['investments', SGML.replaceAll('STMTRS>', 'INVSTMTRS>'), 'FORMAT_REFUSED', /Line 14, INVSTMTRS: .*investments/],
    ['a document type', CARD.replace('<OFX>', '<!DOCTYPE OFX [<!ENTITY a "b">]><OFX>'), 'ENTITY_REFUSED', /document type/],
    ['a document type within', CARD.replace('<MEMO/>', '<!DOCTYPE x>'), 'ENTITY_REFUSED', /document type/],
    ['nesting', `${HEADER}<OFX>${'<A>'.repeat(100)}`, 'TOO_DEEP', /64/],
    ['no end', amend('</OFX>', ''), 'TRUNCATED', /cut off/],
    ['other bytes than UTF-8 where it is declared', '', 'ENCODING_INVALID', /UTF-8/],
    ['an encoding nobody knows', SGML.replace('CHARSET:1252', 'CHARSET:EBCDIC'), 'ENCODING_INVALID', /EBCDIC/],
  ])('%s', (_, text, code, says) => {
    const file = text === '' ? bytes(CARD, 'latin1') : bytes(text);
    expect(() => readBankFile(file)).toThrow(expect.objectContaining({ code, message: expect.stringMatching(says) }));
  });
});
