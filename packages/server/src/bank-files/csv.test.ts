import { describe, expect, test } from 'vitest';
import type { CsvMapping } from './csv-mapping.ts';
import { readBankFile } from './read-bank-file.ts';
import { BankFileFault, type BankStatement } from './statement.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

const german: CsvMapping = {
  headerRow: 1,
  columns: {
    postedAt: 'Buchungstag',
    valueDate: 'Valuta',
    amount: 'Betrag',
    counterparty: 'Name',
    description: ['Art', 'Zweck'],
    balance: 'Saldo',
  },
  dateFormat: 'DD.MM.YYYY',
  decimal: ',',
  account: 'DE89 3704 0044 0532 0130 00',
  currency: 'EUR',
};
const GERMAN = `Buchungstag;Valuta;Name;Art;Zweck;Betrag;Saldo
30.01.2026;30.01.2026;Möller;Gutschrift;"Re; 7
Januar";1.234,50;1.334,50
31.01.2026;01.02.2026;;Entgelt;;-34,50;1.300,00
`;
const american: CsvMapping = {
  headerRow: 2,
  footerRows: 1,
  columns: { postedAt: 1, debit: 'Withdrawals', credit: 'Deposits', description: ['Memo'] },
  dateFormat: 'M/D/YYYY',
  decimal: '.',
  account: '12345',
  currency: 'USD',
};
const AMERICAN =
  'Account,12345\nDate,Memo,Withdrawals,Deposits\n1/2/2026,Coffee,$3.50,\n1/31/2026,"Pay, January",,"$2,000.00"\nTotal,,3.50,2000.00\n';
const dutch: CsvMapping = {
  headerRow: 1,
  columns: { postedAt: 'Datum', account: 'Rekening', direction: 'Af Bij', amount: 'Bedrag (EUR)', reference: 'Kenmerk' },
  directions: { in: ['Bij'], out: ['Af'] },
  dateFormat: 'YYYYMMDD',
  decimal: ',',
  currency: 'EUR',
};
const DUTCH =
  '"Datum","Rekening","Af Bij","Bedrag (EUR)","Kenmerk"\r\n"20260131","NL91ABNA0417164300","Af","12,00",""\r\n"20260131","NL20INGB0001234567","Bij","1,5","A1"\r\n';

const read = (text: string | Uint8Array, csv: CsvMapping): readonly BankStatement[] =>
  readBankFile(typeof text === 'string' ? bytes(text) : text, { csv }).statements;
const faultOf = (text: string, csv: CsvMapping): BankFileFault => {
  try {
    read(text, csv);
  } catch (error) {
    if (error instanceof BankFileFault) return error;
    throw error;
  }
  throw new Error('it was read');
};

describe('a file is read as its mapping says', () => {
  test('signed amounts with a decimal comma, quoted line breaks, and a running balance', () => {
    expect(read(GERMAN, german)).toEqual([
      {
        account: 'DE89370400440532013000',
        currency: 'EUR',
        reference: '2026-01-30/2026-01-31',
        openingBalance: 10_000_000_000n,
        closingBalance: 130_000_000_000n,
        from: '2026-01-30',
        to: '2026-01-31',
        leftOut: { pending: 0, zero: 0 },
        lines: [
          {
            postedAt: '2026-01-30',
            valueDate: '2026-01-30',
            amount: 123_450_000_000n,
            counterparty: 'Möller',
            description: 'Gutschrift Re; 7 Januar',
            line: 2,
          },
          { postedAt: '2026-01-31', valueDate: '2026-02-01', amount: -3_450_000_000n, description: 'Entgelt', line: 4 },
        ],
      },
    ]);
  });
  test('debit and credit in columns of their own, with signs of currency, lines above and a sum below', () => {
    const [statement] = read(AMERICAN, american);
    expect(statement?.lines.map(({ amount, postedAt, description }) => [postedAt, amount, description])).toEqual([
      ['2026-01-02', -350_000_000n, 'Coffee'],
      ['2026-01-31', 200_000_000_000n, 'Pay, January'],
    ]);
    expect(statement).not.toHaveProperty('openingBalance');
  });
  test('a dash alone where there is no debit, or no credit', () => {
    const text = AMERICAN.replace('$3.50,', '$3.50,-').replace('"Pay, January",,', '"Pay, January",–,');
    expect(read(text, american)[0]?.lines.map(({ amount }) => amount)).toEqual([-350_000_000n, 200_000_000_000n]);
    expect(faultOf(text.replace('$3.50', '-'), american)).toMatchObject({ code: 'FIELD_MISSING', line: 3 });
  });
  test('a column of directions, and of accounts: a statement each', () => {
    expect(read(DUTCH, dutch).map(({ account, lines }) => [account, lines[0]?.amount, lines[0]?.reference])).toEqual([
      ['NL91ABNA0417164300', -1_200_000_000n, undefined],
      ['NL20INGB0001234567', 150_000_000n, 'A1'],
    ]);
  });
  test('newest rows first', () => {
    const [header, ...rows] = GERMAN.replace('"Re; 7\nJanuar"', 'Re').trim().split('\n');
    expect(read([header, ...rows.toReversed()].join('\n'), german)).toMatchObject([
      { openingBalance: 10_000_000_000n, closingBalance: 130_000_000_000n },
    ]);
  });
  test('newest rows first, also where the order of the balances alone does not show it', () => {
    const pair = (...days: readonly string[]): string =>
      `Buchungstag;Valuta;Name;Art;Zweck;Betrag;Saldo\n${days[0]};;;Rückgabe;;-5,00;95,00\n${days[1]};;;Einzug;;5,00;100,00\n`;
    const balances = (text: string): unknown => read(text, german).map((s) => [s.openingBalance, s.closingBalance]);
    expect(balances(pair('31.01.2026', '30.01.2026'))).toEqual([[9_500_000_000n, 9_500_000_000n]]);
    expect(balances(pair('30.01.2026', '31.01.2026'))).toEqual([[10_000_000_000n, 10_000_000_000n]]);
    expect(balances(pair('31.01.2026', '31.01.2026'))).toEqual([[undefined, undefined]]);
  });
  test('with a balance on the last row of a day alone, and rows held against the next that has one', () => {
    const header = 'Buchungstag;Valuta;Name;Art;Zweck;Betrag;Saldo';
    const rows = ['30.01.2026;;;;;-5,00;', '30.01.2026;;;;;-7,00;88,00', '31.01.2026;;;;;2,00;', '31.01.2026;;;;;1,00;91,00'];
    for (const all of [rows, rows.toReversed()])
      expect(read([header, ...all].join('\n'), german)).toMatchObject([
        { openingBalance: 10_000_000_000n, closingBalance: 9_100_000_000n },
      ]);
    expect(faultOf([header, rows[0], rows[1], rows[3]].join('\n'), german)).toMatchObject({ code: 'BALANCE_MISMATCH', line: 4 });
  });
  test('in the encoding that the mapping names', () => {
    const file = Uint8Array.from(GERMAN.replace('Möller', 'Spó\xb3ka'), (c) => c.charCodeAt(0));
    expect(read(file, { ...german, encoding: 'windows-1250' })[0]?.lines[0]?.counterparty).toBe('Spółka');
  });
  const CARD =
    'Status,Date,Text,Amount,Balance\nPosted,2026-01-30,Shop,12.50,112.50\nPENDING,2026-01-31,Hotel,,\nPosted,2026-01-31,Refund,-2.50,110.00\n';
  const card: CsvMapping = {
    headerRow: 1,
    columns: { postedAt: 'Date', amount: 'Amount', balance: 'Balance', status: 'Status', description: ['Text'] },
    statuses: { booked: ['posted'], notBooked: ['Pending', 'Declined'] },
    positive: 'out',
    dateFormat: 'YYYY-MM-DD',
    decimal: '.',
    account: '1234',
    currency: 'USD',
  };
  test('what is not booked is left out and counted, and what is positive may be money out', () => {
    expect(read(CARD, card)).toMatchObject([
      {
        openingBalance: -10_000_000_000n,
        closingBalance: -11_000_000_000n,
        leftOut: { pending: 1, zero: 0 },
        lines: [{ amount: -1_250_000_000n }, { amount: 250_000_000n }],
      },
    ]);
    expect(faultOf(CARD.replace('PENDING', 'On hold'), card)).toMatchObject({ code: 'FIELD_INVALID', line: 3, element: 'Status' });
    expect(faultOf(CARD.replaceAll('Posted', 'Declined'), card).message).toMatch(/no booked entries. 3 that/);
  });
  test('a row without an amount moves nothing where balances show it', () => {
    const text =
      'Date;Text;Out;In;Balance\n01.01.2026;Brought forward;;;100,00\n02.01.2026;Batch;;30,00;130,00\n;part of it;;;\n03.01.2026;Fee;1,00;;129,00\n';
    const columns = { postedAt: 'Date', debit: 'Out', credit: 'In', balance: 'Balance' };
    expect(read(text, { ...german, columns })).toMatchObject([
      {
        openingBalance: 10_000_000_000n,
        closingBalance: 12_900_000_000n,
        leftOut: { pending: 0, zero: 2 },
        lines: [{ line: 3 }, { line: 5 }],
      },
    ]);
    expect(faultOf(text.replace('30,00;1', ';1'), { ...german, columns })).toMatchObject({ code: 'BALANCE_MISMATCH', line: 3 });
    expect(
      read('Date;Amount;Balance\n01.01.2026;;100,00\n02.01.2026;-1;99,00\n', {
        ...german,
        columns: { postedAt: 1, amount: 2, balance: 3 },
      }),
    ).toMatchObject([{ openingBalance: 10_000_000_000n, leftOut: { zero: 1 } }]);
  });
  test('quotes within a cell that has none around it are words', () => {
    const text = GERMAN.replace('Möller', 'Firma "Möller" GmbH').replace('01.02.2026;;', '01.02.2026;5" Rohr;');
    expect(read(text, german)[0]?.lines.map(({ counterparty }) => counterparty)).toEqual(['Firma "Möller" GmbH', '5" Rohr']);
  });
  test('payer and payee in a column each: of money in who paid, of money out who was paid', () => {
    const mapping: CsvMapping = {
      ...german,
      columns: { postedAt: 'Tag', amount: 'Betrag', counterparty: 'An', payer: 'Von' },
    };
    const text = 'Tag;Von;An;Betrag\n30.01.2026;Möller KG;Kontor GmbH;5\n30.01.2026;Kontor GmbH;Stadtwerke;-5\n31.01.2026;;Kontor GmbH;1\n';
    expect(read(text, mapping)[0]?.lines.map(({ counterparty }) => counterparty)).toEqual(['Möller KG', 'Stadtwerke', undefined]);
    const { counterparty: _, ...payerAlone } = mapping.columns;
    expect(faultOf(text, { ...mapping, columns: payerAlone })).toMatchObject({ code: 'MAPPING_INVALID' });
  });
  test('a row of a day that no bank has booked on refuses the file, with its line', () => {
    const far = (day: string, today?: string): unknown => {
      try {
        return readBankFile(bytes(GERMAN.replace('31.01.2026', day)), { csv: german, ...(today === undefined ? {} : { today }) });
      } catch (error) {
        return error;
      }
    };
    const fault = { code: 'DATE_INVALID', line: 4 };
    expect(far('31.12.1979')).toMatchObject(fault);
    expect(far('01.01.1980')).toMatchObject({ statements: [{ from: '1980-01-01' }] });
    expect(far('31.01.2050', '2026-01-31')).toMatchObject({ ...fault, message: expect.stringMatching(/2050-01-31 is more than 92 days/) });
    expect(far('03.05.2026', '2026-01-31')).toMatchObject({ format: 'csv' });
    expect(far('31.01.2050')).toMatchObject({ format: 'csv' });
  });
  test('what stands above the names is not read, whatever its quotes', () => {
    const text = `"Konto der Firma "Möller"\n\n"ohne Ende;\n${GERMAN}`;
    const rows = read(text, { ...german, headerRow: 4 })[0]?.lines;
    expect(rows?.map(({ line }) => line)).toEqual([5, 7]);
    expect(faultOf(text.replace('31.01', '31.02'), { ...german, headerRow: 4 })).toMatchObject({ code: 'DATE_INVALID', line: 7 });
    expect(faultOf(text.replace(';-34,50', ';"-34,50'), { ...german, headerRow: 4 })).toMatchObject({ code: 'SYNTAX_INVALID', line: 7 });
  });
  test.each<[encoding: string, bytes: Uint8Array]>([
    ['UTF-8 with a mark', bytes(`\ufeff${GERMAN}`)],
    ['UTF-16 LE', new Uint8Array(Buffer.from(`\ufeff${GERMAN}`, 'utf16le'))],
    ['UTF-16 BE', new Uint8Array(Buffer.from(`\ufeff${GERMAN}`, 'utf16le').swap16())],
    ['UTF-16 without a mark', new Uint8Array(Buffer.from(GERMAN, 'utf16le'))],
    ['Windows-1252', new Uint8Array(Buffer.from(GERMAN, 'latin1'))],
    ['old line ends', bytes(GERMAN.replaceAll('\n', '\r'))],
  ])('in %s', (_, file) => {
    expect(read(file, german)[0]?.lines[0]?.counterparty).toBe('Möller');
  });
  test.each([
    ['YYYY-MM-DD', '2026-01-05', '2026-01-05'],
    ['YYYY-MM-DD', '2026-01-05T10:00:00', '2026-01-05'],
    ['D.M.YY', '5.1.26', '2026-01-05'],
    ['DD MMM YYYY', '05 Jan 2026', '2026-01-05'],
    ['D MMM YYYY', '5 January 2026', '2026-01-05'],
    ['MMM D, YYYY', 'Sept 5, 2026', '2026-09-05'],
    ['MM/DD/YYYY', '01/05/2026', '2026-01-05'],
  ])('days written %s: %s', (dateFormat, written, day) => {
    const mapping = { headerRow: 0, columns: { postedAt: 1, amount: 2 }, dateFormat, decimal: '.', account: '1', currency: 'EUR' } as const;
    expect(read(`${written};1`, mapping)[0]?.lines[0]?.postedAt).toBe(day);
  });
  test.each(['5 Mai 2026', '5 Janvier 2026', '5 Ja 2026', '5 Juno 2026'])('a month of no English name is none: %s', (written) => {
    const mapping = { ...german, headerRow: 0, columns: { postedAt: 1, amount: 2 }, dateFormat: 'D MMM YYYY' };
    expect(faultOf(`${written};1`, mapping)).toMatchObject({ code: 'DATE_INVALID', line: 1 });
  });
  test.each([
    ['-1,234.56', -123_456_000_000n],
    ['1 234.56', 123_456_000_000n],
    ['1’234.56', 123_456_000_000n],
    ['12.50-', -1_250_000_000n],
    ['(12.50)', -1_250_000_000n],
    ['\u221212.50', -1_250_000_000n],
    ['EUR 12.50', 1_250_000_000n],
    ['12.50 €', 1_250_000_000n],
    ['12.5000', 1_250_000_000n],
    ['.5', 50_000_000n],
    ['12,34,567.89', 123_456_789_000_000n],
    ['-1,00,000', -10_000_000_000_000n],
    ['1,234.50 DR', -123_450_000_000n],
    ['12.50Cr', 1_250_000_000n],
  ])('the amount %s', (written, amount) => {
    const mapping = {
      headerRow: 0,
      delimiter: ';',
      columns: { postedAt: 1, amount: 2 },
      dateFormat: 'YYYY-MM-DD',
      decimal: '.',
      account: '1',
      currency: 'EUR',
    } as const;
    expect(read(`2026-01-01;${written}`, mapping)[0]?.lines[0]?.amount).toBe(amount);
  });
});

describe('what is refused', () => {
  const without = (columns: Partial<CsvMapping['columns']>): CsvMapping => ({
    ...german,
    columns: { postedAt: 'Buchungstag', ...columns },
  });
  const plain: CsvMapping = {
    headerRow: 0,
    columns: { postedAt: 1, amount: 2 },
    dateFormat: 'YYYY-MM-DD',
    decimal: '.',
    account: '1',
    currency: 'EUR',
  };
  test.each<[what: string, text: string, mapping: CsvMapping, code: string, says: RegExp]>([
    ['a row that is missing', GERMAN.replace('-34,50', '-34,51'), german, 'BALANCE_MISMATCH', /Line 4.*1299\.99 EUR.*1300\.00 EUR/],
    ['a balance half written', GERMAN.replace('1.300,00', '1.300,0').replace('1.300,0', '1.30'), german, 'AMOUNT_INVALID', /1\.30/],
    ['a column that is not there', GERMAN, without({ amount: 'Umsatz' }), 'MAPPING_INVALID', /“Umsatz”.*“Betrag”/],
    ['a column that is there twice', GERMAN.replace('Valuta', 'Betrag'), without({ amount: 'Betrag' }), 'MAPPING_INVALID', /twice/],
    ['a mapping without amount', GERMAN, without({}), 'MAPPING_INVALID', /debit and credit/],
    [
      'a mapping with amount, debit and credit',
      GERMAN,
      without({ amount: 'Betrag', debit: 1, credit: 2 }),
      'MAPPING_INVALID',
      /debit and credit/,
    ],
    ['a mapping without account', GERMAN, { ...german, account: ' ' }, 'MAPPING_INVALID', /account/],
    ['a pattern of no days', GERMAN, { ...german, dateFormat: 'DD.MM' }, 'MAPPING_INVALID', /DD\.MM\.YYYY/],
    ['a name without a header', '1;2', { ...german, headerRow: 0 }, 'MAPPING_INVALID', /numbers/],
    ['a header beyond the end', GERMAN, { ...german, headerRow: 90 }, 'MAPPING_INVALID', /90/],
    ['another pattern of days', GERMAN, { ...german, dateFormat: 'MM/DD/YYYY' }, 'DATE_INVALID', /Line 2, Buchungstag/],
    [
      'a day there is not',
      GERMAN.replace('31.01', '31.02'),
      german,
      'DATE_INVALID',
      /Line 4.*“31\.02\.2026” is not a day written as DD\.MM\.YYYY/,
    ],
    ['the other decimal mark', GERMAN, { ...german, decimal: '.' }, 'AMOUNT_INVALID', /1\.234,50/],
    ['more decimals than the currency has', GERMAN.replace('-34,50', '-34,505'), german, 'AMOUNT_INVALID', /EUR has \(2\)/],
    ['a short row', GERMAN.replace(';-34,50;1.300,00', ';-34,50'), german, 'FIELD_MISSING', /Line 4.*6 cells/],
    ['a long row', GERMAN.replace(';-34,50', ';x;-34,50'), german, 'SYNTAX_INVALID', /Line 4.*8 cells/],
    ['a row of 501 cells', GERMAN.replace('-34,50', `-34,50${';'.repeat(494)}`), german, 'TOO_LONG', /^Line 4: .*500 columns/],
    ['quotes that do not fit', GERMAN.replace(';-34,50', ';"-34,50'), german, 'SYNTAX_INVALID', /quotes/],
    ['a minus within brackets', GERMAN.replace('-34,50', '(-34,50)'), german, 'AMOUNT_INVALID', /Line 4, Betrag: “\(-34,50\)”/],
    [
      'debits with and without a minus: one of them takes back',
      AMERICAN.replace('Total', '1/31/2026,Refund,-3.50,\nTotal'),
      american,
      'AMOUNT_INVALID',
      /Line 5, Withdrawals: .*line 3/,
    ],
    ['debit and credit at once', AMERICAN.replace('$3.50,', '$3.50,1'), american, 'FIELD_INVALID', /both/],
    ['neither debit nor credit', AMERICAN.replace('$3.50', ''), american, 'FIELD_MISSING', /neither/],
    ['a direction nobody named', DUTCH.replace('"Af",', '"Uit",'), dutch, 'FIELD_INVALID', /“Uit”/],
    ['a currency there is not', GERMAN, { ...german, currency: 'EURO' }, 'CURRENCY_INVALID', /EURO/],
    ['thousands parted as nowhere', '2026-01-01;1,2345.00', plain, 'AMOUNT_INVALID', /1,2345/],
    ['an amount with a sign and DR', '2026-01-01;-5.00 DR', plain, 'AMOUNT_INVALID', /a sign besides/],
    ['an empty amount', '2026-01-01;', plain, 'AMOUNT_INVALID', /not an amount/],
    ['statuses without their words', GERMAN, without({ amount: 'Betrag', status: 'Art' }), 'MAPPING_INVALID', /statuses/],
    ['a turned sign beside a direction', DUTCH, { ...dutch, positive: 'out' }, 'MAPPING_INVALID', /positive/],
    ['a header without rows', GERMAN.slice(0, GERMAN.indexOf('\n') + 1), german, 'NO_LINES', /no booked/],
  ])('%s', (_, text, mapping, code, says) => {
    expect(faultOf(text, mapping)).toMatchObject({ code, message: expect.stringMatching(says) });
  });
  test.each([
    ['PK\u0003\u0004\u0014\0\0\0\b\x1026-01-31_C53_EUR.xml<BkToCstmrStmt>', /archive.*unpack/i],
    ['\u001f\u008b\b\0camt', /archive.*unpack/i],
    ['PK\u0003\u0004\u0014\0\0\0\b\0[Content_Types].xml', /This is a document/],
    ['\u00d0\u00cf\u0011\u00e0\u00a1', /This is a document/],
  ])('%j: says what to do with it', (head, says) => {
    expect(() => readBankFile(new Uint8Array(Buffer.from(head, 'latin1')), { csv: german })).toThrow(
      expect.objectContaining({ code: 'FORMAT_UNKNOWN', message: expect.stringMatching(says) }),
    );
  });
  test('a file of unknown columns, documents, nothing, and too much', () => {
    const code = (file: Uint8Array): unknown => {
      try {
        return readBankFile(file);
      } catch (error) {
        return (error as BankFileFault).code;
      }
    };
    expect(code(bytes(GERMAN))).toBe('FORMAT_UNKNOWN');
    expect(code(bytes('%PDF-1.7'))).toBe('FORMAT_UNKNOWN');
    expect(code(bytes(' \r\n'))).toBe('FILE_EMPTY');
    expect(code(new Uint8Array())).toBe('FILE_EMPTY');
    expect(code(new Uint8Array(10 * 1_048_576 + 1))).toBe('FILE_TOO_LARGE');
  });
});
