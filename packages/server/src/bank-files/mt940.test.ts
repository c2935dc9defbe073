import { describe, expect, test } from 'vitest';
import { readBankFile } from './read-bank-file.ts';
import type { BankLine, BankStatement } from './statement.ts';

const bytes = (text: string, encoding: BufferEncoding = 'utf8'): Uint8Array => new Uint8Array(Buffer.from(text, encoding));
const read = (text: string): readonly BankStatement[] => readBankFile(bytes(text)).statements;

const GERMAN = `:20:STARTUMS
:21:NONREF
:25:70090100/1234567890
:28C:00033/001
:60F:C251230EUR1000,00
:61:2512311231DR50,25N033NONREF//BANKREF1
/OCMT/EUR50,25/
:86:177?00SEPA-Überweisung?109300?20EREF+RE-2025-7?21SVWZ+Rechnung 2025-7 vom 12
.?2212.2025 Danke?30DEUTDEFFXXX?31DE89370400440532013000?32Müller Elektro
nik GmbH?33Filiale?34992
:61:2512310102CR150,N062NONREF
:86:166?00GUTSCHRIFT?20SVWZ+Miete?32Anna Beispiel
:61:260102RD10,00NSTONONREF
:86:Rückbuchung
:62F:C260102EUR1109,75
:64:C260102EUR1109,75
-
`;
const DUTCH = `{1:F01INGBNL2ABXXX0000000000}{2:I940INGBNL2AXXXN}{4:\r
:20:P260101000000001\r
:25:NL69INGB0123456789EUR\r
:28C:00000\r
:60F:C260131EUR662,23\r
:61:2602010201D1,56NTRF1234567890123456//00000000001005\r
/TRCD/00100/\r
:86:/EREF/EV12341REP1231456T1234//CNTP/NL32INGB0000012345/INGBNL2\r
A/ING BANK NV INZAKE WEB///REMI/USTD//EV10001REP1000000T1000/\r
:62F:C260201EUR660,67\r
:86:/SUM/1/0/1,56/0,00/\r
-}\r
`;
const NORDIC = `\u0001{1:F01DABADKKKAXXX0000000000}{2:O9402359260131DABADKKKAXXX00000000002601312359N}{3:{108:SE}}{4:
:20:260131-1
:25:SE4550000000058398257466
:28C:31/1
:60F:D260130SEK500,
:61:2601310131RC20,FMSCKID 123
Återbetald avgift
:61:260131C1520,5S103RF18539007547034//A1
:86:Faktura 539007
från Åsa Öberg AB
:62F:C260131SEK1000,5
-}{5:{CHK:123456789ABC}}\u0003
`;
const AMERICAN = `:20:940260131
:25:123456789
:28C:21
:60F:C260130USD10.00
:61:2601310131C1234.50NTRF
:86:ORIG CO NAME:ACME
DESC:PAYROLL

:62F:C260131USD1244.50
`;

describe('a statement', () => {
  test('of a German bank: the turn of the year, fields of two digits, SEPA keys, amounts without decimals, reversals', () => {
    expect(read(GERMAN)).toEqual([
      {
        account: '70090100/1234567890',
        currency: 'EUR',
        reference: '33',
        openingBalance: 100_000_000_000n,
        closingBalance: 110_975_000_000n,
        from: '2025-12-31',
        to: '2026-01-02',
        leftOut: { pending: 0, zero: 0 },
        lines: [
          {
            postedAt: '2025-12-31',
            valueDate: '2025-12-31',
            amount: -5_025_000_000n,
            reference: 'RE-2025-7',
            description: 'Rechnung 2025-7 vom 12.12.2025 Danke',
            counterparty: 'Müller Elektronik GmbH Filiale',
            bankReference: 'BANKREF1',
            line: 6,
          },
          {
            postedAt: '2026-01-02',
            valueDate: '2025-12-31',
            amount: 15_000_000_000n,
            description: 'Miete',
            counterparty: 'Anna Beispiel',
            line: 11,
          },
          { postedAt: '2026-01-02', valueDate: '2026-01-02', amount: 1_000_000_000n, description: 'Rückbuchung', line: 13 },
        ],
      },
    ]);
  });
  test('of a Dutch bank: blocks, a currency behind the account, no number, keys between slashes', () => {
    expect(read(DUTCH)).toMatchObject([
      {
        account: 'NL69INGB0123456789',
        reference: 'P260101000000001',
        lines: [
          {
            amount: -156_000_000n,
            reference: 'EV12341REP1231456T1234',
            description: 'EV10001REP1000000T1000',
            counterparty: 'ING BANK NV INZAKE WEB',
            bankReference: '00000000001005',
          },
        ],
      },
    ]);
  });
  test('of a Nordic bank: telex framing, a debit balance, a credit taken back, words after the entry', () => {
    expect(read(NORDIC)).toMatchObject([
      {
        account: 'SE4550000000058398257466',
        openingBalance: -50_000_000_000n,
        lines: [
          { amount: -2_000_000_000n, description: 'Återbetald avgift', reference: 'KID 123' },
          { amount: 152_050_000_000n, reference: 'RF18539007547034', bankReference: 'A1', description: 'Faktura 539007 från Åsa Öberg AB' },
        ],
      },
    ]);
  });
  test('of an American program: decimal points, empty lines, no end', () => {
    expect(read(AMERICAN)).toMatchObject([
      { account: '123456789', reference: '21', lines: [{ amount: 123_450_000_000n, description: 'ORIG CO NAME:ACME DESC:PAYROLL' }] },
    ]);
  });
  test('whose end stands behind the closing balance', () => {
    expect(read(DUTCH.replace('EUR660,67\r\n:86:/SUM/1/0/1,56/0,00/\r\n-}', 'EUR660,67-}{5:{CHK:123456789ABC}}'))).toMatchObject([
      { closingBalance: 66_067_000_000n },
    ]);
  });
  test('before the sign by which old programs end a file, and files put together with theirs', () => {
    const [rest, next] = [
      AMERICAN.trim(),
      AMERICAN.replace('C:21', 'C:22')
        .replace(':62F:C260131USD1244.50', ':62F:C260131USD2479.00')
        .replace('260130USD10.00', '260131USD1244.50'),
    ];
    expect(read(`${rest}\n\u001a`)).toEqual(read(AMERICAN));
    expect(read(`${rest}\u001a\r\n\u001a`)).toEqual(read(AMERICAN));
    expect(read(`${rest}\n\u001a${next}\u001a`).map(({ reference }) => reference)).toEqual(['21', '22']);
  });
  test('in the encoding that whoever sends it names, unless it is UTF-8', () => {
    const file = Uint8Array.from(AMERICAN.replace('PAYROLL', 'OP\xa3ATA'), (c) => c.charCodeAt(0));
    const words = (sent: Uint8Array) => readBankFile(sent, { encoding: 'iso-8859-2' }).statements[0]?.lines[0]?.description;
    expect(words(file)).toBe('ORIG CO NAME:ACME DESC:OPŁATA');
    expect(words(bytes(AMERICAN.replace('PAYROLL', 'Żółw')))).toBe('ORIG CO NAME:ACME DESC:Żółw');
  });
  test('in Windows-1252', () => {
    expect(readBankFile(bytes(GERMAN, 'latin1')).statements).toEqual(read(GERMAN));
  });
  test('among lines that are no fields, and without blanks between', () => {
    expect(read(`ABNANL2A\n940\nABNANL2A\n${AMERICAN}`)).toHaveLength(1);
    expect(read(GERMAN + AMERICAN + DUTCH).map(({ currency }) => currency)).toEqual(['EUR', 'USD', 'EUR']);
  });
  test('behind a line with its type, before each message or only the first', () => {
    const plain = (text: string): unknown => read(text).map((s) => ({ ...s, lines: s.lines.map(({ line: _, ...rest }) => rest) }));
    expect(plain(`:940:\n${GERMAN}`)).toEqual(plain(GERMAN));
    expect(plain(`:940:\n${AMERICAN}:940:\n${GERMAN}`)).toEqual(plain(AMERICAN + GERMAN));
  });
  test('with a currency behind an IBAN and a slash', () => {
    expect(read(DUTCH.replace('789EUR', '789/EUR'))[0]?.account).toBe('NL69INGB0123456789');
  });
  test('in pages is one', () => {
    const first = AMERICAN.replace(':28C:21', ':28C:21/1').replace(':62F:', ':62M:');
    const last = AMERICAN.replace(':28C:21', ':28C:21/2')
      .replace(':60F:C260130USD10.00', ':60M:C260130USD1244.50')
      .replace('USD1244.50\n-', 'x')
      .replace(/:62F:.*/, ':62F:C260131USD2479.00');
    const [statement, ...others] = read(first + last);
    expect(others).toEqual([]);
    expect(statement).toMatchObject({ openingBalance: 1_000_000_000n, closingBalance: 247_900_000_000n, reference: '21' });
    expect(statement?.lines).toHaveLength(2);
    expect(() => read(first + last.replace(':60M:C260130USD1244.50', ':60M:C260130USD1250.00').replace('2479.00', '2484.50'))).toThrow(
      expect.objectContaining({ code: 'BALANCE_MISMATCH', message: expect.stringMatching(/page.* 1244\.50 USD.* 1250\.00 USD/) }),
    );
  });
});

describe('an entry', () => {
  const entry = (written: string, closing: string, words = ''): BankLine | undefined =>
    read(`:20:A\n:25:1\n:28C:1\n:60F:C240228EUR0,00\n:61:${written}\n${words}:62F:${closing}\n-\n`)[0]?.lines[0];
  test.each<[written: string, closing: string, expected: Partial<BankLine>]>([
    ['2402290229C1,00NTRF', 'C240229EUR1,00', { postedAt: '2024-02-29', amount: 100_000_000n }],
    ['2401021229C1,00NTRF', 'C240229EUR1,00', { postedAt: '2023-12-29', valueDate: '2024-01-02' }],
    ['2312300102C1,00NTRF', 'C240229EUR1,00', { postedAt: '2024-01-02', valueDate: '2023-12-30' }],
    ['240229RD1,NTRFX//Y', 'C240229EUR1,', { amount: 100_000_000n, reference: 'X', bankReference: 'Y' }],
    ['240229RCR1,NTRF', 'D240229EUR1,', { amount: -100_000_000n }],
    ['240229CR0,5NTRF', 'C240229EUR,50', { amount: 50_000_000n }],
    ['240229C1,00', 'C240229EUR1,00', { amount: 100_000_000n }],
    [
      '240229C1,00NMSCA reference that is longer than 16//and the other//too',
      'C240229EUR1,00',
      { reference: 'A reference that is longer than 16', bankReference: 'and the other//too' },
    ],
    ['240229    C,50NTRF', 'C240229EUR,50', { postedAt: '2024-02-29', amount: 50_000_000n }],
    ['240229CR 1,00 NTRFX', 'C240229EUR1,00', { amount: 100_000_000n, reference: 'X' }],
    ['240229C1,00NOV A 7', 'C240229EUR1,00', { reference: 'A 7' }],
    ['240229C1,00S   A7', 'C240229EUR1,00', { reference: 'A7' }],
    ['240229C1,00N060A7              Shop in  Town', 'C240229EUR1,00', { reference: 'A7', counterparty: 'Shop in Town' }],
    ['240229C1,00NMSCA  7', 'C240229EUR1,00', { reference: 'A 7' }],
    ['240229C1,00NMSCWords that take room', 'C240229EUR1,00', { reference: 'Words that take room' }],
    ['2402300301C1,00NTRF', 'C240229EUR1,00', { postedAt: '2024-03-01', valueDate: '2024-02-29' }],
    ['230229C1,00NTRF', 'C240229EUR1,00', { postedAt: '2023-02-28', valueDate: '2023-02-28' }],
    ['240301C1,00NTRF', 'C240229EUR1,00', { postedAt: '2024-03-01', postedOn: '2024-02-29', valueDate: '2024-03-01' }],
    ['990431C1,00', 'C240229EUR1,00', { postedAt: 'refused' }],
  ])('%s', (written, closing, expected) => {
    if (expected.postedAt === 'refused') expect(() => entry(written, closing)).toThrow(/not a day/);
    else expect(entry(written, closing)).toMatchObject(expected);
  });
  test('without a day of its own counts at latest for that of the balance that has it in it', () => {
    const text = AMERICAN.replace('2601310131C', '260202C');
    expect(read(text)[0]).toMatchObject({
      from: '2026-01-31',
      to: '2026-01-31',
      lines: [{ postedAt: '2026-02-02', postedOn: '2026-01-31' }],
    });
    expect(entry('2402280228C1,00NTRF', 'C240229EUR1,00')).not.toHaveProperty('postedOn');
  });
  test.each(['NOV NONREF', 'NTRFNONREF          //B', 'NONREF', 'NTRFKREF+', 'NTRFEREF//B', 'N030NONREF          SHOP'])(
    'of %j has no reference',
    (written) => expect(entry(`240229C1,00${written}`, 'C240229EUR1,00', ':86:Words\n')?.reference).toBeUndefined(),
  );
  test.each([
    ['NTRFKREF+//B', ':86:191?20KREF+ORDER 7?21SVWZ+Pay\n', 'ORDER 7'],
    ['NTRFPREF//B', ':86:/PREF/BATCH-7//REMI/USTD//TOTAL/\n', 'BATCH-7'],
    ['NTRFA 7', ':86:191?20KREF+ORDER 7?21SVWZ+Pay\n', 'A 7'],
    ['NTRFKREF+', ':86:191?20KREF+ORDER 7?21EREF+E 7\n', 'E 7'],
    ['NTRFKREF+', ':86:KREF+ORDER 7 SVWZ+Pay\n', 'ORDER 7'],
    ['NTRFKREF+', ':86:/KREF/ORDER 7/SVWZ/Pay\n', 'ORDER 7'],
  ])('of %j with %j has the reference %s', (written, words, reference) => {
    expect(entry(`240229C1,00${written}`, 'C240229EUR1,00', words)?.reference).toBe(reference);
  });
  test('with the account of the other side for a reference has that side by its name, else by the account', () => {
    const [named, bare] = ['\nj jansen', ''].map((name) =>
      entry(`240229C1,00NOVBNL91ABNA0417164300${name}`, 'C240229EUR1,00', ':86:Salaris\n'),
    );
    expect(named).toMatchObject({ counterparty: 'j jansen', description: 'Salaris' });
    expect(bare).toMatchObject({ counterparty: 'NL91ABNA0417164300', description: 'Salaris' });
    for (const line of [named, bare]) expect(line).not.toHaveProperty('reference');
  });
  test.each(['BH713I02RM635VV', 'RF18539007547034', 'RE77202512345678'])(
    'with %s, which adds up as an IBAN does and is none, keeps its reference',
    (reference) => {
      const line = entry(`240229C1,00NTRF${reference}//B`, 'C240229EUR1,00', ':86:Words\n');
      expect(line?.reference).toBe(reference);
      expect(line).not.toHaveProperty('counterparty');
    },
  );
  test.each(["1'234'567,50", '1’234’567,50', '1 234 567,50', '1 234 567,50', '1.234.567,50'])('of %s has all of its digits', (amount) => {
    const line = entry(`240229C${amount}NTRF`, 'C240229EUR1234567,50');
    expect(line).toMatchObject({ amount: 123_456_750_000_000n });
    const [statement] = read(GERMAN.replace('EUR1000,00', `EUR${amount}`).replace('EUR1109,75', 'EUR1234677,25'));
    expect(statement?.openingBalance).toBe(123_456_750_000_000n);
  });
  test('of nothing is left out, and counted', () => {
    const [statement] = read(AMERICAN.replace(':62F', ':61:260131C0,00NTRF\n:86:nothing\n:62F'));
    expect(statement?.leftOut).toEqual({ pending: 0, zero: 1 });
    expect(statement?.lines).toHaveLength(1);
  });
  test.each([
    [':86:Plain words that\ngo on\n', { description: 'Plain words that go on' }],
    [`:86:${'x'.repeat(65)}\nyz\n`, { description: `${'x'.repeat(65)}yz` }],
    [':86:166>00TEXT>20Miete>31DE89\n', { description: 'Miete', counterparty: 'DE89' }],
    [':86:034<00PRZELEW<20Faktura 7<32Jan Nowak\n', { description: 'Faktura 7', counterparty: 'Jan Nowak' }],
    [':86:166?00BUCHUNGSTEXT?32Name\n', { description: 'BUCHUNGSTEXT', counterparty: 'Name' }],
    [':86: 020?00WPLATA?20Faktura 7?32Jan Nowak\n', { description: 'Faktura 7', counterparty: 'Jan Nowak' }],
    [':86: /IBAN/NL91ABNA0417164300/REMI/Huur\n', { description: 'Huur' }],
    [':86:106?20SVWZ+2024-02-29T16\n:26:37 Card 7?32Shop\n', { description: '2024-02-29T16:26:37 Card 7', counterparty: 'Shop' }],
    [':86:106?20SVWZ+2024-02-29 09\n:20:15\n', { description: '2024-02-29 09:20:15' }],
    [
      ':86:166?20EREF+INV2026ABCDEFGHIJKLMNOP?21SVWZ+Rechnung 7?32Muster\n',
      { reference: 'INV2026ABCDEFGHIJKLMNOP', description: 'Rechnung 7', counterparty: 'Muster' },
    ],
    [
      ':86:166?20EREF+ABCDEFGHIJKLMNOPQRSTUV?21WXYZ-AB?22KREF+K?23SVWZ+Zahlung\n',
      { reference: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ-AB', description: 'Zahlung' },
    ],
    [':86:020\n:86:020~00PRZELEW~20Faktura 7~32Jan Nowak\n', { description: 'Faktura 7', counterparty: 'Jan Nowak' }],
    [':86:835?20SVWZ+Was?ist das?21EREF+NOTPROVIDED\n', { description: 'Was?ist das' }],
    [
      ':86:/TRTP/SEPA OVERBOEKING/IBAN/NL91ABNA0417164300/BIC/ABNANL2A/NAME/A. Jansen/REMI/Factuur 7/EREF/E-7\n',
      { description: 'Factuur 7', counterparty: 'A. Jansen', reference: 'E-7' },
    ],
    [
      ':86:/TRTP/SEPA/NAME/A. Jansen/REMI/order /ID/77 of /NAME/ 2026/EREF/E-7\n',
      { description: 'order /ID/77 of /NAME/ 2026', counterparty: 'A. Jansen', reference: 'E-7' },
    ],
    [':86:/ORDP//NAME/B. de Vries/ADDR/Straat 1/REMI/Huur/ISDT/2024-02-29\n', { description: 'Huur', counterparty: 'B. de Vries' }],
    [':86:/ORDP/Janssens BV/REMI/Factuur 7/EREF/E-7\n', { description: 'Factuur 7', counterparty: 'Janssens BV', reference: 'E-7' }],
    [':86:/PREF/P-1/BENM/Supplier SA/REMI/Inv 9/OAMT/USD55,00/COAM/EUR1,00\n', { description: 'Inv 9', counterparty: 'Supplier SA' }],
    [':86:/ORDP/Janssens BV/BENM/Supplier SA/REMI/Inv 9\n', { description: 'Inv 9' }],
    [':86:SVWZ+Miete Januar EREF+E-7 KREF+K\nABWA+Anna\n', { description: 'Miete Januar', reference: 'E-7' }],
    [':86:EREF+E-7 MREF+M-1\n', { description: 'EREF+E-7 MREF+M-1', reference: 'E-7' }],
    [':86:Miete SVWZ+Januar\n', { description: 'Miete SVWZ+Januar' }],
    [':86:/EREF/E-7/MREF/M-1/SVWZ/Miete Januar/ABWA/Anna\n', { description: 'Miete Januar', reference: 'E-7' }],
    [':86:/SVWZ/Miete/KREF/K\n', { description: 'Miete' }],
    [':86:/BENM/300000000000133\n/STOPANSKA BANKA/Provizija\n', { description: '/BENM/300000000000133 /STOPANSKA BANKA/Provizija' }],
    [':86:/OCMT/USD2853,12/\nPAYMENT OF INVOICES 2040\n', { description: '/OCMT/USD2853,12/ PAYMENT OF INVOICES 2040' }],
    [':86:/IBAN/NL91ABNA0417164300/TRTP/IDEAL\n', { description: 'IDEAL', counterparty: 'NL91ABNA0417164300' }],
  ])('with the words %j', (words, expected) => {
    expect(entry('240229C1,00NTRF', 'C240229EUR1,00', words)).toMatchObject(expected);
  });
});

describe('a long run', () => {
  const slow = (text: string): number => {
    const began = performance.now();
    expect(() => read(text)).toThrow(expect.objectContaining({ code: expect.stringMatching(/^[A-Z_]+$/) }));
    return performance.now() - began;
  };
  test.each<[what: string, text: string]>([
    ['zeros behind an amount', AMERICAN.replace('1234.50NTRF', `1.${'0'.repeat(200_000)}1NTRF`)],
    ['slashes', AMERICAN.replace('ORIG CO', `/REMI/x${'/'.repeat(200_000)}x`)],
    ['blanks', AMERICAN.replace('ORIG CO', `x${' '.repeat(200_000)}x`)],
  ])('of %s is refused at once', (_, text) => {
    expect(slow(text)).toBeLessThan(5_000);
  });
});

describe('what is refused', () => {
  test.each<[what: string, text: string, code: string, says: RegExp]>([
    ['balances that do not meet', AMERICAN.replace('1244.50', '1244.51'), 'BALANCE_MISMATCH', /10\.00 USD.*1244\.50 USD.*1244\.51 USD/],
    ['no closing balance', AMERICAN.replace(/:62F:.*/, ''), 'TRUNCATED', /Line 1, :62F:/],
    ['no closing balance before the next', AMERICAN.replace(/:62F:.*/, '') + AMERICAN, 'TRUNCATED', /Line 1, :62F:/],
    ['no opening balance', AMERICAN.replace(/:60F:.*\n/, ''), 'FIELD_MISSING', /opening/],
    ['no account', AMERICAN.replace(/:25:.*\n/, ''), 'FIELD_MISSING', /account/],
    ['two currencies', AMERICAN.replace('131USD', '131EUR'), 'CURRENCY_INVALID', /Line 9, :62F:/],
    ['a currency there is not', AMERICAN.replaceAll('USD', 'USX'), 'CURRENCY_INVALID', /“USX”/],
    ['an entry that is none', AMERICAN.replace('C1234.50NTRF', 'X1234.50NTRF'), 'FIELD_INVALID', /Line 5, :61:/],
    ['an amount with thousands', AMERICAN.replace('1234.50NTRF', '1.234,50.NTRF'), 'AMOUNT_INVALID', /Line 5/],
    ['decimals beyond the currency', AMERICAN.replace('1234.50NTRF', '1234.501NTRF'), 'AMOUNT_INVALID', /USD has \(2\)/],
    ['no such day', AMERICAN.replace('2601310131', '2604310131'), 'DATE_INVALID', /260431/],
    ['no such entry day', AMERICAN.replace('2601310131', '2601311331'), 'DATE_INVALID', /1331/],
    ['an MT942', DUTCH.replace('I940', 'I942'), 'FORMAT_REFUSED', /MT942/],
    ['an MT942 without blocks', AMERICAN.replace(':60F:', ':34F:USD0,\n:60F:'), 'FORMAT_REFUSED', /MT942/],
    ['an MT941', DUTCH.replace('I940', 'I941'), 'FORMAT_REFUSED', /MT941/],
    ['an MT942 by its first line', `:942:\n${AMERICAN}`, 'FORMAT_REFUSED', /Line 1: .*MT942/],
    ['a first line that is none', `:9400:\n${AMERICAN}`, 'SYNTAX_INVALID', /“:9400:”/],
    ['another message', DUTCH.replace('I940', 'I103'), 'FORMAT_REFUSED', /MT103/],
    ['no entries', AMERICAN.replace(/:61:[\s\S]*:62F:.*/, ':62F:C260131USD10.00'), 'NO_LINES', /no booked/],
    ['a block without end', DUTCH.replace('0000000000}', '0000000000'), 'TRUNCATED', /block/],
    ['the same twice', AMERICAN + AMERICAN, 'STATEMENT_TWICE', /21/],
    ['a null character', AMERICAN.replace('ACME', 'AC\0ME'), 'ENCODING_INVALID', /Line 6.*U\+0000/],
    ['a field without end', AMERICAN.replace('PAYROLL', '\nx'.repeat(300)), 'TOO_LONG', /200 lines/],
  ])('%s', (_, text, code, says) => {
    expect(() => read(text)).toThrow(expect.objectContaining({ code, message: expect.stringMatching(says) }));
  });
});
